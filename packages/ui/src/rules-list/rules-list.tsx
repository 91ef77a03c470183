/** Props of `RulesList`. */
export interface RulesListProps {
  /** The rules, in order. An empty `text` means no explanation. */
  rules: readonly { title: string; text: string }[]
  /** Shows all explanations initially. Default false. */
  isOpen?: boolean | undefined
}

/** Rules of a community, with explanations on demand. */
export function RulesList({ rules, isOpen = false }: RulesListProps) {
  return (
    <ol className="stoa-rules">
      {rules.map(({ title, text }) => (
        <li key={title}>
          {isOpen || text === '' ? (
            <>
              <b dir="auto">{title}</b>
              {text !== '' && <p dir="auto">{text}</p>}
            </>
          ) : (
            <details>
              <summary>
                <span dir="auto">{title}</span>
              </summary>
              <p dir="auto">{text}</p>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}
