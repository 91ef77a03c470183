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

/** Attribute and kind of every option. */
export const optionAttributes = {
  community: { attribute: 'community', kind: 'text' },
  articleId: { attribute: 'article-id', kind: 'text' },
  url: { attribute: 'url', kind: 'text' },
  forumUrl: { attribute: 'forum-url', kind: 'text' },
  theme: { attribute: 'theme', kind: 'text' },
  locale: { attribute: 'locale', kind: 'text' },
  pageSize: { attribute: 'page-size', kind: 'number' },
  sort: { attribute: 'sort', kind: 'text' },
  load: { attribute: 'load', kind: 'text' },
  words: { attribute: 'words', kind: 'flag' },
} as const satisfies Record<keyof ElementOptions, { attribute: string; kind: 'text' | 'number' | 'flag' }>

/** Events that elements send to the page; they bubble out of shadow roots. */
export interface ElementEvents {
  /** The element shows its content. */
  'stoa-ready': CustomEvent<{ articleUrl: string }>
  /** This reader wrote a comment. */
  'stoa-comment': CustomEvent<{ commentId: string }>
  /** Somebody signed in or out in the widget. */
  'stoa-session': CustomEvent<{ signedIn: boolean }>
  /** It could not be shown; `code` as the server has it. */
  'stoa-error': CustomEvent<{ code: string; message: string }>
}
