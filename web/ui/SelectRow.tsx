type Props = {
  name: string
  checked: boolean
  disabled?: boolean
  /** Why this row cannot be chosen. */
  disabledReason?: string
  onChange: () => void
}

/** The box that takes a row of a table into a selection. */
export function SelectRow({ name, checked, disabled = false, disabledReason, onChange }: Props) {
  return (
    <label title={disabledReason} className="flex items-center max-md:py-2 max-md:pr-1">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled || disabledReason !== undefined}
        onChange={onChange}
        className="size-4 accent-brand"
        aria-label={disabledReason ? `Select ${name}: ${disabledReason}` : `Select ${name}`}
      />
    </label>
  )
}
