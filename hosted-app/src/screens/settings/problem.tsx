/** An error next to an item. Always rendered, because a live region must exist before its text. */
export function Problem({ children }: { children: string }) {
  return (
    <p className="stoa-settings-problem" role="alert">
      {children}
    </p>
  )
}
