/** Says beside an item what went wrong with it. Always there, since a live region must exist before its text does. */
export function Problem({ children }: { children: string }) {
  return (
    <p className="stoa-settings-problem" role="alert">
      {children}
    </p>
  )
}
