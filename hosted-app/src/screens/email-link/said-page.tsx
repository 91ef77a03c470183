import type { ReactNode } from 'react'

/** A page that says one thing and leads on. */
export function SaidPage({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <section className="stoa-app-login">
      <h1>{title}</h1>
      <div className="stoa-login">
        <p role="status">{text}</p>
        {action}
      </div>
    </section>
  )
}
