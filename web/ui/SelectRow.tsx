type Props = { name: string; checked: boolean; disabled?: boolean; onChange: () => void }

/** The box that takes a row of a table into a selection; on a phone, where rows are cards, it says so. */
export function SelectRow({ name, checked, disabled = false, onChange }: Props) {
  return (
    <label className="flex items-center gap-2 max-md:text-muted">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="size-4 accent-brand"
        aria-label={`Select ${name}`}
      />
      <span aria-hidden className="md:hidden">
        Select
      </span>
    </label>
  )
}
