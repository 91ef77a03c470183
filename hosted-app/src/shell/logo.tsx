/** Stoa's mark: a portico of three columns. */
export function Logo() {
  return (
    <svg className="stoa-app-logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <path d="M5 10h22M8 10v13M16 10v13M24 10v13M4 25h24" />
    </svg>
  )
}
