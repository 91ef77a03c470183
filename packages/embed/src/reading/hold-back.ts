/** Comments laid out in one frame: more make a task that is felt on a slow phone. */
const AT_ONCE = 3
/** Root ems; no comment is lower but one that is hidden, so that nothing below the list moves up again. */
const LEAST_HEIGHT = 6
/** A page that is not drawn has no frames. */
const FRAME_MAX_MS = 100

/**
 * Takes all but the first comments out of a rendering; the function that it returns puts them back, some with each frame.
 * Meanwhile the list keeps room for them.
 */
export function holdBack(content: ParentNode): () => Promise<void> {
  const list = content.querySelector<HTMLElement>('.stoa-comments-list')
  const groups: { branches: Element[]; size: number; tall: number }[] = []
  for (const branch of list?.children ?? []) {
    let last = groups.at(-1)
    if (!last || last.size >= AT_ONCE) groups.push((last = { branches: [], size: 0, tall: 0 }))
    last.branches.push(branch)
    last.size += branch.querySelectorAll('article').length
    last.tall += branch.querySelectorAll('article:not([data-placeholder])').length
  }
  const held = groups.slice(1)
  if (!list || held.length === 0 || document.hidden) return async () => {}

  const reserve = () => {
    const left = held.reduce((sum, { tall }) => sum + tall, 0)
    list.style.paddingBlockEnd = left > 0 ? `calc(var(--stoa-rem) * ${LEAST_HEIGHT * left})` : ''
  }
  for (const { branches } of held) for (const branch of branches) branch.remove()
  reserve()
  return async () => {
    for (let next = held.shift(); next; next = held.shift()) {
      await untilFrame()
      list.append(...next.branches)
      reserve()
    }
    list.removeAttribute('style')
  }
}

function untilFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_MAX_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
