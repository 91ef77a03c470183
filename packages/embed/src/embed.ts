import { defineElement, type MountOptions, type Rendered } from './define-element.ts'

/** The script that pages name. It defines the elements; what they show is loaded when one comes near the view. */
const forumUrl = new URL(import.meta.url).origin
// Every part is reached through the thread's, so that what they share with it is in its one file.
const thread = () => import('./thread.tsx')

defineElement('stoa-comments', { forumUrl, render, load: async () => (await thread()).mountComments })
defineElement('stoa-reactions', { forumUrl, load: async () => (await thread()).loadReactions() })
defineElement('stoa-poll', { forumUrl, load: async () => (await thread()).loadPoll() })
defineElement('stoa-count', { forumUrl, load: async () => (await import('./count/mount-count.ts')).mountCount })

/** The reader's first view: the thread as the server renders it, together with its styles. */
async function render(host: HTMLElement, options: MountOptions): Promise<Rendered | null> {
  // A publisher may have included the rendering in the page.
  const isThere = host.shadowRoot?.firstChild
  const [html, view] = await Promise.all([isThere ? '' : fragment(options), import('./first-view.ts')])
  if (html === null) return null
  return view.readAlong(host, options, html ? view.paint(host, html) : undefined)
}

async function fragment(options: MountOptions): Promise<string | null> {
  const { article, sort, pageSize, locale, forumUrl: origin } = options
  const query = new URLSearchParams(article as Record<string, string>)
  query.set('locale', locale)
  if (sort) query.set('sort', sort)
  if (pageSize) query.set('limit', String(pageSize))
  // Asks again what the browser has kept: a reader's own comment is there after a reload.
  const response = await fetch(`${origin}/api/articles/fragment?${query}`, { cache: 'no-cache' })
  return response.ok ? response.text() : null
}
