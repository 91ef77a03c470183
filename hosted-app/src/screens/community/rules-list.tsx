import type { Community } from '@stoa/contract'

/** A community's rules in order, with explanations on demand. `isOpen`: expanded. */
export function RulesList({ rules, isOpen = false }: { rules: Community['rules']; isOpen?: boolean }) {
  return (
    <ol className="stoa-app-rules">
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
