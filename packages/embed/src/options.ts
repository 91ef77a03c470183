import type { Consent } from '@stoa/contract'

/** Options of every Stoa element: attributes in kebab case, properties and options in camel case. */
export interface ElementOptions {
  /** Token name of the article's community. Required. */
  community: string
  /** The publisher's own id of the article, if any. Takes precedence over every address. Default: none. */
  articleId?: string | undefined
  /** Address of the article. Default: the page's canonical link, else its `og:url`, else its address. */
  url?: string | undefined
  /** Origin of the forum. Default: the script's origin. */
  forumUrl?: string | undefined
  /** `auto` fits the page's text and background, `system` the reader's system. Default `auto`. */
  theme?: 'light' | 'dark' | 'system' | 'auto' | undefined
  /**
   * `system` is a font for controls at the size set in the reader's browser. `inherit` uses font and size of the page.
   * Default `system`.
   */
  font?: 'system' | 'inherit' | undefined
  /** BCP 47 tag. Default: the nearest `lang` around the element, else the domain's. */
  locale?: string | undefined
  /** Top-level comments on the first page, 1–100. Default 10. */
  pageSize?: number | undefined
  /** Order of the comments. Default `top`. */
  sort?: 'top' | 'new' | 'old' | 'active' | undefined
  /** `visible` loads when the element comes near the viewport, `now` at once. Default `visible`. */
  load?: 'visible' | 'now' | undefined
  /** `<stoa-comments>`: `off` hides the line that leads to the thread in the forum. Default `on`. */
  footer?: 'on' | 'off' | undefined
  /** `<stoa-count>`: show text ("12 comments") instead of the number. Default false. */
  words?: boolean | undefined
}

/** Every option by name. */
export const optionNames = [
  'community',
  'articleId',
  'url',
  'forumUrl',
  'theme',
  'font',
  'locale',
  'pageSize',
  'sort',
  'load',
  'footer',
  'words',
] as const satisfies readonly (keyof ElementOptions)[]

/** The attribute of an option. */
export const attributeOf = (name: string): string => name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)

/** The result of the work; undefined if it throws. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Resolves an address against the page; undefined if it is invalid. */
export const addressOf = (text: string): URL | undefined => attempt(() => new URL(text, document.baseURI))

/** The canonical form of a BCP 47 tag, also of `en_US`; undefined if it is invalid. */
export const languageOf = (tag: string): string | undefined =>
  attempt(() => Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0])

/**
 * Why an element could not be shown: the forum could not be reached, returned an unusable response or timed out, a file
 * of the widget didn't load, or the page names no community. Other codes are those of the forum's API.
 */
export type ElementErrorCode =
  | 'NETWORK'
  | 'TIMEOUT'
  | 'CODE_NOT_LOADED'
  | 'COMMUNITY_MISSING'
  | 'COMMUNITY_NOT_FOUND'
  | 'ORIGIN_NOT_REGISTERED'
  | 'VALIDATION_FAILED'
  | (string & {})

/** Events that elements send to the page. They bubble out of shadow roots. */
export interface ElementEvents {
  /** The element shows its first comments. The others follow in the next frames. */
  'stoa-ready': CustomEvent<{ articleUrl: string }>
  /** This reader wrote a comment. */
  'stoa-comment': CustomEvent<{ commentId: string }>
  /** Somebody signed in or out in the widget. */
  'stoa-session': CustomEvent<{ signedIn: boolean }>
  /** The page's visitor has made or changed their choice about statistics and ads. */
  'stoa-consent': CustomEvent<Consent>
  /** Something could not be loaded. */
  'stoa-error': CustomEvent<{
    code: ElementErrorCode
    message: string
    /** The thread can be read, and only taking part fails. */
    shown: boolean
  }>
}
