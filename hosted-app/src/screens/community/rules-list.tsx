import type { Community } from '@stoa/contract'

/** The rules of a community in their order: what each asks, and its explanation on request. `isOpen`: at once. */
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
              <summary dir="auto">{title}</summary>
              <p dir="auto">{text}</p>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}
