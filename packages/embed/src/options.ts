/** What every Stoa element knows: as attributes in kebab case, as properties and options in camel case. */
export interface ElementOptions {
  /** Token name of the community that the article belongs to. Required. */
  community: string
  /** The article's own id, where the publisher has one; beats every address. Default: none. */
  articleId?: string | undefined
  /** Address of the article. Default: the page's canonical link, else its `og:url`, else its address. */
  url?: string | undefined
  /** Origin of the forum. Default: where the script came from. */
  forumUrl?: string | undefined
  /** `light`, `dark`, or `auto` as the reader's system says. Default `auto`. */
  theme?: 'light' | 'dark' | 'auto' | undefined
  /** BCP 47 tag. Default: the nearest `lang` around the element, else English. */
  locale?: string | undefined
  /** Top-level comments on the first page, 1–100. Default 10. */
  pageSize?: number | undefined
  /** Order of the comments. Default `top`. */
  sort?: 'top' | 'new' | 'old' | 'active' | undefined
  /** `visible` loads when the element comes near the view, `now` at once. Default `visible`. */
  load?: 'visible' | 'now' | undefined
  /** `<stoa-count>`: show words ("12 comments") instead of the number. Default false. */
  words?: boolean | undefined
}

/** How every option is written. */
export const optionAttributes: Record<keyof ElementOptions, OptionAttribute> = {
  community: { attribute: 'community' },
  articleId: { attribute: 'article-id' },
  url: { attribute: 'url', kind: 'address' },
  forumUrl: { attribute: 'forum-url', kind: 'address' },
  theme: { attribute: 'theme', only: ['light', 'dark', 'auto'] },
  locale: { attribute: 'locale', kind: 'language' },
  pageSize: { attribute: 'page-size', kind: 'number' },
  sort: { attribute: 'sort', only: ['top', 'new', 'old', 'active'] },
  load: { attribute: 'load', only: ['visible', 'now'] },
  words: { attribute: 'words', kind: 'flag' },
}

/** How an option is written. */
export interface OptionAttribute {
  attribute: string
  /** Default: any text. */
  kind?: 'address' | 'language' | 'number' | 'flag'
  /** All that it may be. Default: what its kind allows. */
  only?: readonly string[]
}

/** Whether an option can be what somebody set it to. If not, it is its default, and the console says so (`complain`). */
export function isUsable({ kind, only }: OptionAttribute, value: unknown): boolean {
  const text = String(value)
  if (only) return only.includes(text)
  if (kind === 'number') return Number(text) > 0 && Number(text) % 1 === 0
  return kind === 'address' ? addressOf(text) !== undefined : kind !== 'language' || languageOf(text) !== undefined
}

/** What the work gives; nothing when it throws. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Where an address leads from the page; nothing for what is none. */
export const addressOf = (text: string): URL | undefined => attempt(() => new URL(text, document.baseURI))

/** A BCP 47 tag as it is written properly, also of `en_US`; nothing for what is none. */
export const languageOf = (tag: string): string | undefined =>
  attempt(() => Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0])

/** Events that elements send to the page; they bubble out of shadow roots. */
export interface ElementEvents {
  /** The element shows its content: the first comments, to which the rest of the page comes with the next frames. */
  'stoa-ready': CustomEvent<{ articleUrl: string }>
  /** This reader wrote a comment. */
  'stoa-comment': CustomEvent<{ commentId: string }>
  /** Somebody signed in or out in the widget. */
  'stoa-session': CustomEvent<{ signedIn: boolean }>
  /** It could not be shown; `code` as the server has it. */
  'stoa-error': CustomEvent<{ code: string; message: string }>
}
