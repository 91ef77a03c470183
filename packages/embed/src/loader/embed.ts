import type { ThreadPartName } from '../first-view/fragment-state.ts'
import { defineElement } from './define-element.ts'

/** The script that pages load. It defines the elements; their code loads when one comes near the viewport. */
const forumUrl = new URL(import.meta.url).origin

/** What the elements load later. */
export const parts = {
  view: () => import('../first-view/first-view.ts'),
  count: () => import('../count/mount-count.ts'),
}

type Parts = { [Name in keyof typeof parts]: Awaited<ReturnType<(typeof parts)[Name]>> }
const loaded: Partial<Parts> = {}

/**
 * Loads a part. A browser doesn't repeat a hanging request, and an upgraded forum has other files. A further attempt
 * therefore loads the current copy of this script from a new address, and the part from there.
 */
async function load<Name extends keyof Parts>(name: Name, attempt: number): Promise<Parts[Name]> {
  const again = async () => {
    const copy = (await import(`${forumUrl}/embed-${attempt}/embed.js`)) as { parts: typeof parts }
    return copy.parts[name]()
  }
  try {
    return (loaded[name] ??= (await (attempt ? again() : parts[name]().catch(again))) as Parts[Name])
  } catch (error) {
    ;(error as { code?: string }).code = 'CODE_NOT_LOADED'
    throw error
  }
}

for (const name of ['comments', 'reactions', 'poll', 'count'] as const) {
  const part = name !== 'count' && name
  defineElement(`stoa-${name}`, {
    forumUrl,
    part,
    report: async (host, attempt, failure) => (await load('view', attempt)).report(host, failure),
    async show(host, options, showing) {
      const loading = load(part ? 'view' : 'count', showing.attempt)
      const [body, code] = await Promise.all([showing.fragment?.batch.body, loading])
      // The options may have changed in the meantime.
      if (!showing.isOver()) return code.show(host, options, { ...showing, part: part as ThreadPartName, body })
    },
  })
}
