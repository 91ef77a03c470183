import type { Mail } from '../../providers/mailer.ts'

/** What a mail says, without its looks. */
export interface Letter {
  subject: string
  /** Paragraphs before the button or code. */
  text: readonly string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
  /** To be typed in elsewhere. */
  code?: string
  /** Paragraphs after it, such as for how long it is good and what to do if one did not ask for it. */
  after?: readonly string[]
}

const PAGE = 'margin:0;padding:32px 16px;background:#f6f6f4;font:16px/1.5 system-ui,sans-serif;color:#1d1d1b'
const SHEET = 'max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px'
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1f5fbf;color:#fff;border-radius:8px;text-decoration:none;font-weight:600'
const CODE = 'font:600 28px/1.2 ui-monospace,monospace;letter-spacing:6px'

/** The letter as a mail: HTML, and the same in plain text. `from` names the forum. */
export function writeMail(letter: Letter, about: { to: string; from: string }): Mail {
  const { subject, text, action, code, after = [] } = letter
  const plain = [...text, action && `${action.label}:\n${action.url}`, code, ...after, `-- \n${about.from}`]
  const html = [
    ...text.map(paragraph),
    action &&
      `<p style="margin:24px 0"><a style="${BUTTON}" href="${escape(action.url)}">${escape(action.label)}</a></p>`,
    code && `<p style="margin:24px 0"><span style="${CODE}">${escape(code)}</span></p>`,
    ...after.map(paragraph),
    `<p style="margin:32px 0 0;color:#6b6b66;font-size:14px">${escape(about.from)}</p>`,
  ]
  return {
    to: about.to,
    from: about.from,
    subject,
    text: plain.filter(Boolean).join('\n\n'),
    html: `<!doctype html><html><body style="${PAGE}"><div style="${SHEET}">${html.filter(Boolean).join('')}</div></body></html>`,
  }
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escape(text)}</p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
