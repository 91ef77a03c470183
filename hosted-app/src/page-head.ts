import { LINK_LOGO, type LinkPicture } from '@stoa/contract'

/** Metadata of a page for browsers, search engines and link previews. */
export interface PageHead {
  title: string
  description?: string
  /** Path of the canonical address. */
  canonicalPath?: string
  /** Path of the next page of its list. */
  nextPath?: string
  /** The picture of link previews. */
  image?: LinkPicture
  /** Path of the Atom feed of the page's list. */
  feedPath?: string
  type?: 'website' | 'article' | 'profile'
  /** Keeps the page out of search engines. Default false. */
  noindex?: boolean
  /** schema.org data. */
  jsonLd?: object
}

/** Whether a picture fills the width of a preview. Logos and avatars stand beside the text. */
function isLarge(image: LinkPicture | undefined): boolean {
  return image !== undefined && image.width > LINK_LOGO.width
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** JSON for a script element: `<` can't end the element early, and the line separators stay valid in old engines. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** The elements of the head as HTML. `origin` has no trailing slash; `siteName` is the forum's name. */
export function renderHead(head: PageHead, { origin, siteName }: { origin: string; siteName: string }): string {
  const meta = (attribute: 'name' | 'property', key: string, value: string | undefined) =>
    value === undefined ? '' : `<meta ${attribute}="${key}" content="${escape(value)}">`
  const canonical = head.canonicalPath === undefined ? undefined : origin + head.canonicalPath
  return [
    `<title>${escape(head.title)}</title>`,
    meta('name', 'description', head.description),
    head.noindex ? meta('name', 'robots', 'noindex') : '',
    canonical === undefined ? '' : `<link rel="canonical" href="${escape(canonical)}">`,
    head.nextPath === undefined ? '' : `<link rel="next" href="${escape(origin + head.nextPath)}">`,
    head.feedPath === undefined
      ? ''
      : `<link rel="alternate" type="application/atom+xml" href="${escape(origin + head.feedPath)}">`,
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:url', canonical),
    meta('property', 'og:image', head.image && new URL(head.image.url, origin).href),
    meta('property', 'og:image:width', head.image?.width.toString()),
    meta('property', 'og:image:height', head.image?.height.toString()),
    meta('property', 'og:image:alt', head.image?.alt),
    meta('name', 'twitter:card', isLarge(head.image) ? 'summary_large_image' : 'summary'),
    head.jsonLd === undefined ? '' : `<script type="application/ld+json">${scriptJson(head.jsonLd)}</script>`,
  ].join('')
}
