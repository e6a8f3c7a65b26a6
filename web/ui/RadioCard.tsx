type Props = { name: string; title: string; hint?: string; checked: boolean; onChoose: () => void }

/** One choice of a few, with what it means under its title. */
export function RadioCard({ name, title, hint, checked, onChoose }: Props) {
  return (
    <label
      className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-line px-3 py-2 has-checked:border-brand
        has-checked:bg-brand-soft/40"
    >
      <input
        type="radio"
        name={name}
        className="mt-0.5 size-4 accent-brand"
        checked={checked}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="font-medium">{title}</span>
        {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
      </span>
    </label>
  )
}
