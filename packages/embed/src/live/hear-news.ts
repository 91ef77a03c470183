import { articleKey, type CallOutput } from '@stoa/contract'
import type { NamedEvent } from '@stoa/store'
import type { MountOptions } from '../define-element.ts'
import { readThread } from '../read-thread.ts'
import type { RenderedState } from '../rendered.ts'
import type { News } from './heard-news.ts'
import { pageLive } from './page-live.ts'

/** Listens for what happens to a rendered thread. `tell` is called when there is something to show and somebody to see it. */
export function hearNews(about: {
  /** None: nobody has said anything about the article yet. */
  postId: string | undefined
  payload: RenderedState['payload']
  options: MountOptions
  tell: () => void
}): News {
  const { postId, payload, options, tell } = about
  const { realtime, wasConnected } = pageLive(options.forumUrl)
  const events: NamedEvent[] = []
  let hasGap = false
  let isOver = false

  function onVisible(): void {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', onVisible)
    tell()
  }
  function tellWhenSeen(): void {
    document.addEventListener('visibilitychange', onVisible)
    onVisible()
  }

  /** Nobody told what happened between the rendering and now. */
  async function compare(): Promise<void> {
    const { article, sort, pageSize } = options
    const now = await readThread(options.forumUrl, {
      ...article,
      ...(sort ? { sort } : {}),
      ...(pageSize ? { limit: pageSize } : {}),
    })
    if (isOver || digest(now) === digest(payload)) return
    hasGap = true
    tellWhenSeen()
  }
  // Nothing depends on it: what could not be asked is as old as before.
  const look = () => void compare().catch(() => {})

  const endings = [
    realtime.onEvent((name, event) => {
      if ('articleUrl' in event) {
        // What was said is fetched.
        if (postId || event.articleUrl !== payload.articleUrl) return
        hasGap = true
        tellWhenSeen()
        return
      }
      const isShown =
        'user' in event ? JSON.stringify(payload).includes(event.user.id) : 'postId' in event && event.postId === postId
      if (!isShown) return
      events.push({ name, ...event } as NamedEvent)
      tellWhenSeen()
    }),
    realtime.onGap(look),
    realtime.watch(
      postId ? { postIds: [postId] } : { articles: [articleKey(payload.community.tokenName, payload.articleUrl)] },
    ),
  ]
  if (wasConnected()) look()
  return {
    events,
    get hasGap() {
      return hasGap
    },
    end() {
      isOver = true
      document.removeEventListener('visibilitychange', onVisible)
      for (const ending of endings.splice(0)) ending()
    },
  }
}

/** What is shown of a thread; how often it was looked at is not. */
function digest({ post, comments }: CallOutput<'articleThread'>): string {
  return JSON.stringify([post && { ...post, totalViews: 0 }, comments.items])
}
