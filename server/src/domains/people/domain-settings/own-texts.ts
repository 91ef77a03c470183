import { createHash } from 'node:crypto'
import { type CallOutput, DOMAIN_TEXTS_LISTED, type DomainSettings } from '@stoa/contract'
import { IntlMessageFormat } from 'intl-messageformat'
import { englishTexts } from '../../../platform/languages/catalogues.ts'
import { type Domain, textsOf } from '../tenants/index.ts'

/** Marks texts that were written for another English one. */
const hashOf = (english: string): string => createHash('sha256').update(english).digest('base64url').slice(0, 12)

type InterfaceText = CallOutput<'domainTexts'>['items'][number]

/** Part of a parsed message: its own name, and the parts of its branches. */
interface MessagePart {
  value?: unknown
  options?: Record<string, { value: MessagePart[] }>
}

/** The names of a message's placeholders. Throws if it is malformed. */
function placeholdersOf(message: string): Set<string> {
  const names = new Set<string>()
  const visit = (parts: MessagePart[]) => {
    for (const part of parts) {
      // Plain text is type 0, and `#` has no name.
      if ('type' in part && part.type !== 0 && typeof part.value === 'string') names.add(part.value)
      for (const option of Object.values(part.options ?? {})) visit(option.value)
    }
  }
  visit(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst() as MessagePart[])
  return names
}

/** What is wrong with a domain's own text; null: nothing. */
function problemOf(key: string, text: string): string | null {
  const english = englishTexts()[key]?.text
  // The interface has lost the text, and nothing shows it any more.
  if (english === undefined) return null
  try {
    const known = placeholdersOf(english)
    const unknown = [...placeholdersOf(text)].find((name) => !known.has(name))
    return unknown === undefined ? null : `${key}: There is no {${unknown}}.`
  } catch {
    return `${key}: The braces don’t match.`
  }
}

/** The first problem of a domain's own texts; null: none. */
export function problemOfTexts({ texts = {} }: Pick<DomainSettings, 'texts'>): string | null {
  for (const ofLanguage of Object.values(texts))
    for (const [key, { text }] of Object.entries(ofLanguage)) {
      const problem = problemOf(key, text)
      if (problem !== null) return problem
    }
  return null
}

/** Texts of the interface in a language: those with some keys, and those that a search finds. */
export function searchTexts(
  { language, query = '', keys = '' }: { language: string; query?: string | undefined; keys?: string | undefined },
  domain: Pick<Domain, 'settings' | 'fileTexts'>,
): CallOutput<'domainTexts'> {
  // What readers see without its own words in this language.
  const { [language]: _, ...others } = domain.settings.texts ?? {}
  const texts = textsOf({ ...domain, settings: { ...domain.settings, texts: others } }, language)
  const all = englishTexts()
  const shown = (key: string): InterfaceText[] => {
    const english = all[key]?.text
    if (english === undefined) return []
    return [{ key, english, source: hashOf(english), text: texts?.[key] ?? english }]
  }
  const named = keys.split(',').filter((key) => key !== '')
  const wanted = query.toLowerCase()
  const found =
    wanted === ''
      ? []
      : Object.keys(all)
          .filter((key) => !named.includes(key))
          .flatMap(shown)
  const matching = found.filter(({ key, english, text }) =>
    [key, english, text].some((one) => one.toLowerCase().includes(wanted)),
  )
  return {
    items: [...named.flatMap(shown), ...matching.slice(0, DOMAIN_TEXTS_LISTED)],
    hasMore: matching.length > DOMAIN_TEXTS_LISTED,
  }
}
