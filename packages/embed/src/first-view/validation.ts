import type { MountOptions } from '../loader/define-element.ts'
import type { ElementOptions } from '../options.ts'

// Don't import the loader's modules here, or the build moves them to a file that every page waits for.

/** The values an option may have. */
interface OptionRule {
  attribute: string
  /** Description of the values. */
  expected: string
  isUsable(text: string): boolean
}

const oneOf = (attribute: string, ...all: string[]): OptionRule => ({
  attribute,
  expected: `one of ${all.join(', ')}`,
  isUsable: (text) => all.includes(text),
})
const address = (attribute: string): OptionRule => ({
  attribute,
  expected: 'an address of the web',
  isUsable: (text) => URL.canParse(text, document.baseURI),
})

const rules: { [Name in keyof ElementOptions]?: OptionRule } = {
  url: address('url'),
  forumUrl: address('forum-url'),
  theme: oneOf('theme', 'light', 'dark', 'system', 'auto'),
  font: oneOf('font', 'system', 'inherit'),
  locale: {
    attribute: 'locale',
    expected: 'a language tag such as en or pt-BR',
    isUsable: (text) => isLanguage(text.replaceAll('_', '-')),
  },
  pageSize: {
    attribute: 'page-size',
    expected: 'a whole number from 1 on',
    isUsable: (text) => Number(text) > 0 && Number(text) % 1 === 0,
  },
  sort: oneOf('sort', 'top', 'new', 'old', 'active'),
  load: oneOf('load', 'visible', 'now'),
  footer: oneOf('footer', 'on', 'off'),
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The options with invalid values; their defaults apply. */
export function unusableOptions(host: HTMLElement): [keyof ElementOptions, OptionRule][] {
  return (Object.entries(rules) as [keyof ElementOptions, OptionRule][]).filter(([name, { attribute, isUsable }]) => {
    const value = (host as Partial<ElementOptions>)[name] ?? (host.getAttribute(attribute) || undefined)
    return value !== undefined && !isUsable(String(value))
  })
}

/** The options without invalid values. The loader has checked addresses and locale. */
export function usableOptions(options: MountOptions): MountOptions {
  const usable = { ...options }
  for (const name of ['theme', 'pageSize', 'sort'] as const) {
    if (usable[name] !== undefined && !rules[name]?.isUsable(String(usable[name]))) delete usable[name]
  }
  return usable
}
