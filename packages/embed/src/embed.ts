import { defineElement, type MountOptions, type Rendered } from './define-element.ts'

/** The script that pages name. It defines the elements; what they show is loaded when one comes near the view. */
const forumUrl = import.meta.url
for (const tag of ['stoa-comments', 'stoa-reactions', 'stoa-poll']) {
  const isThread = tag === 'stoa-comments'
  const load = async () => (await (isThread ? import('./thread.tsx') : import('./alone.ts'))).load(tag)
  defineElement(tag, { forumUrl, load, ...(isThread && { render }) })
}
defineElement('stoa-count', { forumUrl, load: async () => (await import('./count/mount-count.ts')).mountCount })

/** The reader's first view: the thread as the server renders it, together with its styles. */
async function render(host: HTMLElement, options: MountOptions, isOver: () => boolean): Promise<Rendered | null> {
  // A publisher may have included the rendering in the page.
  const isThere = host.shadowRoot?.firstChild
  const [html, view] = await Promise.all([isThere ? '' : fragment(options), import('./first-view.ts')])
  // Another rendering may stand there by now.
  if (html === null || isOver()) return null
  return view.readAlong(host, options, view.paint(host, html))
}

async function fragment(options: MountOptions): Promise<string | null> {
  const { article, sort, pageSize, locale, forumUrl: origin } = options
  const more = { ...(sort && { sort }), ...(pageSize && { limit: pageSize }) }
  const query = new URLSearchParams({ ...article, locale, ...more } as never)
  // Asks again what the browser has kept: a reader's own comment is there after a reload.
  const response = await fetch(`${origin}/api/articles/fragment?${query}`, { cache: 'no-cache' })
  return response.ok ? response.text() : null
}
