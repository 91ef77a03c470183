import { isolated } from '@stoa/contract'
import { directionOf, IN_ENGLISH, type ReaderLanguage, wordsIn } from '../languages/words.ts'
import type { Mail } from './mailer.ts'

/** The content of a mail. */
export interface Letter {
  subject: string
  /** Paragraphs before the button or code. */
  text: readonly string[]
  /** The call to action. */
  action?: { label: string; url: string }
  /** To be typed in elsewhere. */
  code?: string
  /** Items with their own links. */
  entries?: readonly { text: string; excerpt: string; url: string }[]
  /** Paragraphs after it, such as when it expires and what to do if the reader didn't request it. */
  after?: readonly string[]
  /** The unsubscribe link and what it turns off. Mail programs also offer it as one click. */
  unsubscribe?: { url: string; what: string }
}

/** How mails of a domain look. */
export interface MailBrand {
  /** Color of buttons, such as `#0b5563`. Default: a blue. */
  accent?: string | undefined
  /** Address of the logo above the text. Default: none. */
  logo?: string | undefined
}

const PAGE = 'margin:0;padding:32px 16px;background:#f6f6f4;font:16px/1.5 system-ui,sans-serif;color:#1d1d1b'
const SHEET = 'max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px'
const BUTTON =
  'display:inline-block;padding:12px 20px;color:#fff;border-radius:8px;text-decoration:none;font-weight:600'
const CODE = 'font:600 28px/1.2 ui-monospace,monospace;letter-spacing:6px'
const SMALL = 'margin:32px 0 0;color:#6b6b66;font-size:14px'

const ACCENT = '#1f5fbf'

/** English text of every letter. */
const mailMessages = { 'mail.unsubscribe': 'Unsubscribe' } as const

/** Renders a letter as HTML and plain text. `from` is the forum's name; `reader` has the language of the letter. */
export function writeMail(
  letter: Letter,
  about: { to: string; from: string; brand?: MailBrand | undefined; reader?: ReaderLanguage | undefined },
): Mail {
  const { reader = IN_ENGLISH } = about
  const t = wordsIn(reader, mailMessages)
  const { language } = reader.config
  const { accent = ACCENT, logo } = about.brand ?? {}
  const { subject, text, entries = [], action, code, after = [], unsubscribe } = letter
  const plain = [
    ...text,
    ...entries.map(({ text: entryText, excerpt, url }) => [entryText, excerpt, url].filter(Boolean).join('\n')),
    action && `${action.label}:\n${action.url}`,
    code,
    ...after,
    unsubscribe && `${unsubscribe.what} ${t('mail.unsubscribe')}:\n${unsubscribe.url}`,
    `-- \n${about.from}`,
  ]
  const html = [
    logo &&
      `<p style="margin:0 0 24px"><img src="${escape(logo)}" alt="${escape(about.from)}" height="40" style="height:40px;width:auto"></p>`,
    ...text.map(paragraph),
    ...entries.map(entry),
    action &&
      `<p style="margin:24px 0"><a style="background:${escape(accent)};${BUTTON}" href="${escape(action.url)}">${escape(action.label)}</a></p>`,
    code && `<p style="margin:24px 0"><span style="${CODE}">${escape(code)}</span></p>`,
    ...after.map(paragraph),
    unsubscribe &&
      `<p style="${SMALL}">${escape(unsubscribe.what)} <a style="color:#6b6b66" href="${escape(unsubscribe.url)}">${escape(t('mail.unsubscribe'))}</a></p>`,
    `<p style="${SMALL}">${escape(about.from)}</p>`,
  ]
  return {
    to: about.to,
    from: about.from,
    subject,
    ...(unsubscribe ? { headers: oneClick(unsubscribe.url) } : {}),
    text: plain.filter(Boolean).join('\n\n'),
    html: `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="${PAGE}"><div style="${SHEET}">${html.filter(Boolean).join('')}</div></body></html>`,
  }
}

/**
 * A dot that may be part of a host's name, unlike that of a number. The others are those that browsers take for one.
 */
const DOT = /(?<=\S)(?!(?<=\d)\.\d)[.\u2024\u3002\uFE52\uFF0E\uFF61](?=\p{Cf}*[\p{L}\p{N}])/gu
const IP_ADDRESS = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g

/**
 * Members' words for a mail, in which no mail program finds an address to link: what a stranger writes must not look
 * like the forum's own link.
 */
export function withoutLinks(text: string): string {
  return text
    .replaceAll('://', '[:]//')
    .replace(IP_ADDRESS, (address) => address.replaceAll('.', '[.]'))
    .replace(DOT, '[$&]')
}

/** Somebody's words in quotation marks, which they can't close. */
export function quoted(words: string): string {
  return `“${isolated(words.replaceAll(/[“”„"]/g, "'"))}”`
}

/** One-click unsubscribe headers (RFC 8058). */
function oneClick(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function entry({ text, excerpt, url }: NonNullable<Letter['entries']>[number]): string {
  const excerptHtml = excerpt === '' ? '' : `<br>${escape(excerpt)}`
  return `<p style="margin:0 0 16px"><a style="color:#1f5fbf" href="${escape(url)}">${escape(text)}</a>${excerptHtml}</p>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escape(text)}</p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
