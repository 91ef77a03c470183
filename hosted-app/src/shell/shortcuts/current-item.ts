/** Posts, comments and other items that the keys walk through. */
const ITEMS =
  '.stoa-app-main :is(.stoa-card, .stoa-comment, .stoa-app-list > li, .stoa-inbox-list > li, [data-notification])'
/** An item's own link. */
const LINKS = ['.stoa-card-title a', '.stoa-app-list-title', '.stoa-comment-meta a', 'a[href]']
const POST = '.stoa-app-main .stoa-post'
const LIKE = '[data-reaction="thumb-up"]:not(:disabled)'

/** Whether the page is a moderation queue. */
export function hasQueue(): boolean {
  return document.querySelector('.stoa-app-queue') !== null
}

/** The item that has the focus. */
function currentItem(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ITEMS) ?? null
}

/** Whether that is an item itself, and not a control in it. */
export function isItem(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(ITEMS)
}

function linkOf(item: HTMLElement): HTMLElement | null {
  for (const selector of LINKS) {
    const link = item.querySelector<HTMLElement>(selector)
    if (link) return link
  }
  return null
}

/** Items of a list, without those of a thread, which has its own keys. */
export function listedItems(): HTMLElement[] {
  if (document.querySelector('.stoa-comments')) return []
  return Array.from(document.querySelectorAll<HTMLElement>(ITEMS)).filter((item) => linkOf(item) !== null)
}

/** Moves the focus to the next or previous item of a list. False if there is none. */
export function walk(step: 1 | -1): boolean {
  const items = listedItems()
  const current = currentItem()
  const at = current ? items.indexOf(current) : -1
  // Without a focused item, starts at the top of the view.
  const visible = items.findIndex((item) => item.getBoundingClientRect().bottom > 0)
  const next = at < 0 ? Math.max(visible, 0) : at + step
  const item = items[next]
  if (item) focusItem(item)
  return item !== undefined
}

function focusItem(item: HTMLElement): void {
  linkOf(item)?.focus({ preventScroll: true })
  item.scrollIntoView({ block: 'nearest' })
}

/** Focuses a post's card. */
export function focusPost(postId: string): void {
  const card = document.querySelector<HTMLElement>(`.stoa-app-main .stoa-card[data-post="${postId}"]`)
  if (card) linkOf(card)?.focus({ preventScroll: true })
}

/** Opens the focused item. False if there is none. */
export function openCurrent(): boolean {
  const item = currentItem()
  const link = item && linkOf(item)
  link?.click()
  return link !== null
}

/** Moves the focus from the item, or its own link, to the page. False if neither has it: controls use Escape themselves. */
export function leaveCurrent(): boolean {
  const item = currentItem()
  const { activeElement } = document
  if (!item || (activeElement !== item && activeElement !== linkOf(item))) return false
  document.querySelector<HTMLElement>('.stoa-app-main')?.focus({ preventScroll: true })
  return true
}

/** Id of the post that the page shows; undefined on other pages. */
export function shownPost(): string | undefined {
  return document.querySelector<HTMLElement>(POST)?.dataset.post
}

/** The path of the shown post's community. */
export function communityOfPost(): string {
  return document.querySelector<HTMLAnchorElement>('.stoa-app-where a')?.pathname ?? '/'
}

/** The button that likes the focused item, or without one the post. */
function likeButton(): HTMLElement | null {
  const item = currentItem()
  if (item) return item.querySelector<HTMLElement>(LIKE)
  return document.querySelector<HTMLElement>(`${POST}-footer ${LIKE}`)
}

/** Likes it, or takes that back. Returns whether it is liked now; null if it can't be. */
export function likeCurrent(): boolean | null {
  const button = likeButton()
  if (!button) return null
  const isLiked = button.getAttribute('aria-pressed') !== 'true'
  button.click()
  return isLiked
}

/** The focused post or comment, or without one the shown post. */
export function savable(): { entityType: 'Post' | 'Comment'; entityId: string } | null {
  const item = currentItem()
  const { comment, post } = item?.dataset ?? {}
  if (comment !== undefined) return { entityType: 'Comment', entityId: comment }
  const postId = item ? post : shownPost()
  return postId === undefined ? null : { entityType: 'Post', entityId: postId }
}

/** The field for a comment on the post. */
export function commentField(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${POST} .stoa-comments textarea`)
}

/** Moves the focus to it, unless a comment has the focus: its reply is opened instead. False if there is no field. */
export function writeComment(): boolean {
  const field = currentItem() ? null : commentField()
  field?.focus()
  return field !== null
}

/** The link to the composer. */
export function newPostLink(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.stoa-app-new-post')
}

/** Opens the composer. False if the viewer can't. */
export function writePost(): boolean {
  const link = newPostLink()
  link?.click()
  return link !== null
}

/** Whether the page marks new comments. */
export function hasNewComments(): boolean {
  return document.querySelector('.stoa-comment[data-new]') !== null
}
