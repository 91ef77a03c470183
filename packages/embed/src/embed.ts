import { defineElement, type MountOptions } from './define-element.ts'

/** The script that pages name. It defines the elements; what they show is loaded when one comes near the view. */
const forumUrl = new URL(import.meta.url).origin
// Every part is reached through the thread's, so that what they share with it is in its one file.
const thread = () => import('./thread.tsx')

defineElement('stoa-comments', { forumUrl, before: showRendered, load: async () => (await thread()).mountComments })
defineElement('stoa-reactions', { forumUrl, load: async () => (await thread()).mountReactions })
defineElement('stoa-poll', { forumUrl, load: async () => (await thread()).loadPoll() })
defineElement('stoa-count', { forumUrl, load: async () => (await import('./count/mount-count.ts')).mountCount })

/** The reader's first view: the thread as the server renders it, together with its styles. */
async function showRendered(host: HTMLElement, options: MountOptions): Promise<void> {
  if (host.shadowRoot) return
  const { article, sort, pageSize, locale, forumUrl: origin } = options
  const query = new URLSearchParams(article as Record<string, string>)
  query.set('locale', locale ?? host.closest<HTMLElement>('[lang]')?.lang ?? 'en')
  if (sort) query.set('sort', sort)
  if (pageSize) query.set('limit', String(pageSize))
  const [response, { paint, untilWanted }] = await Promise.all([
    // Asks again what the browser has kept: a reader's own comment is there after a reload.
    fetch(`${origin}/api/articles/fragment?${query}`, { cache: 'no-cache' }),
    import('./first-view.ts'),
  ])
  if (!response.ok || !host.isConnected) return
  paint(host, { html: await response.text(), options })
  await untilWanted(host)
}
