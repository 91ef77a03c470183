import type { ReactNode } from 'react'
import './foundations.css'
import './introduction.css'

/** A page of the design language. */
export function Page({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className="found">
      <header className="found-head">
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      {children}
    </article>
  )
}

/** One part of a page: what it is about, when to use it, and a specimen. */
export function Section({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className="found-section">
      <div className="found-words">
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      <div className="found-specimen">{children}</div>
    </section>
  )
}
