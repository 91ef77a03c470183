import { useWritten } from '../i18n/written.tsx'
/** Props of `RulesList`. */
export interface RulesListProps {
  /** The rules, in order. An empty `text` means no explanation. */
  rules: readonly { title: string; text: string }[]
  /** Shows all explanations initially. Default false. */
  isOpen?: boolean | undefined
}

/** Rules of a community, with explanations on demand. */
export function RulesList({ rules, isOpen = false }: RulesListProps) {
  const written = useWritten()
  return (
    <ol className="stoa-rules">
      {rules.map(({ title, text }) => (
        <li key={title}>
          {isOpen || text === '' ? (
            <>
              <b {...written(title)}>{title}</b>
              {text !== '' && <p {...written(text)}>{text}</p>}
            </>
          ) : (
            <details>
              <summary>
                <span {...written(title)}>{title}</span>
              </summary>
              <p {...written(text)}>{text}</p>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}
