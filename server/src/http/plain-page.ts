import { directionOf, type ReaderLanguage } from '../platform/languages/words.ts'
import { escapeHtml } from './discovery/post-html.ts'

/** A page without the forum's code, for what comes before the forum. `link`: the way on. */
export function plainPage(
  { config: { language } }: ReaderLanguage,
  { title, text, link }: { title: string; text: readonly string[]; link?: { href: string; label: string } },
): string {
  const heading = escapeHtml(title)
  const paragraphs = text.map((one) => `<p>${escapeHtml(one)}</p>`).join('')
  const end = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : ''
  return `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title><h1>${heading}</h1>${paragraphs}${end}</html>`
}
