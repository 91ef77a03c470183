import { nextFrame } from './schedule.ts'

/** Comments laid out in one frame. More would be a long task on a slow phone. */
const AT_ONCE = 3
/**
 * Height reserved for each comment, in root ems. At most that of the smallest one, so that nothing below the list moves
 * up.
 */
const LEAST_HEIGHT = 6

/**
 * Removes all but the first comments from the content. The returned function inserts them again, a few per frame. Until
 * then the list reserves their height.
 */
export function deferComments(content: ParentNode): () => Promise<void> {
  const list = content.querySelector<HTMLElement>('.stoa-comments-list')
  const groups: { branches: Element[]; size: number; tall: number }[] = []
  for (const branch of list?.children ?? []) {
    let last = groups.at(-1)
    if (!last || last.size >= AT_ONCE) groups.push((last = { branches: [], size: 0, tall: 0 }))
    last.branches.push(branch)
    last.size += branch.querySelectorAll('article').length
    last.tall += branch.querySelectorAll('article:not([data-placeholder])').length
  }
  const waitingGroups = groups.slice(1)
  if (!list || waitingGroups.length === 0 || document.hidden) return async () => {}

  const reserve = () => {
    const remaining = waitingGroups.reduce((sum, { tall }) => sum + tall, 0)
    list.style.paddingBlockEnd = remaining > 0 ? `calc(var(--stoa-rem) * ${LEAST_HEIGHT * remaining})` : ''
  }
  for (const { branches } of waitingGroups) for (const branch of branches) branch.remove()
  reserve()
  return async () => {
    for (let next = waitingGroups.shift(); next; next = waitingGroups.shift()) {
      await nextFrame()
      list.append(...next.branches)
      reserve()
    }
    list.removeAttribute('style')
  }
}
