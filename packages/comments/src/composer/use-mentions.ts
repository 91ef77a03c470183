import { type RefObject, useEffect, useState } from 'react'
import { completeText, typeUndoably } from './insert-text.ts'
import { matchParticipants, mentionQuery, type Participant } from './mention-query.ts'

/** Options of mention completion. */
export interface UseMentionsOptions {
  /** The text box. */
  box: RefObject<HTMLTextAreaElement | null>
  /** Id of the list rendered by `MentionList`. */
  listId: string
  /** The people to suggest, requested when somebody types `@`. */
  people: () => readonly Participant[]
  /** The address of a profile, by slug or id. */
  profileHref: (slugOrId: string) => string
}

/** Completion of `@names`: suggestions, the active one, and key handling. */
export function useMentions({ box, listId, people, profileHref }: UseMentionsOptions) {
  const [start, setStart] = useState(0)
  const [offered, setOffered] = useState<readonly Participant[]>([])
  const [active, setActive] = useState(0)

  function look() {
    const element = box.current
    const typed = element && mentionQuery(element.value, element.selectionStart)
    setStart(typed?.start ?? 0)
    setOffered(typed ? matchParticipants(people(), typed.query) : [])
    setActive(0)
  }

  function take(person: Participant) {
    const element = box.current
    setOffered([])
    if (!element) return
    element.focus()
    completeText(element, start, `@${person.username} `)
  }

  /** True if the list handled the key. */
  function onKey(key: string): boolean {
    const person = offered[active]
    if (!person) return false
    if (key === 'ArrowDown') setActive((active + 1) % offered.length)
    else if (key === 'ArrowUp') setActive((active + offered.length - 1) % offered.length)
    else if (key === 'Enter' || key === 'Tab') take(person)
    else if (key === 'Escape') setOffered([])
    else return false
    return true
  }

  // Addresses of profiles become mentions. Undoing that leaves the address.
  useEffect(() => {
    const element = box.current
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      const person = /^https?:\/\/\S+$/i.test(text) ? personAt(text, people(), profileHref) : undefined
      if (!element || !person) return
      event.preventDefault()
      const { selectionStart } = element
      typeUndoably(element, text)
      completeText(element, selectionStart, `@${person.username} `)
    }
    element?.addEventListener('paste', paste)
    return () => element?.removeEventListener('paste', paste)
  })

  // The box is rendered by another part, so its attributes are set from here.
  useEffect(() => {
    const element = box.current
    if (!element) return
    element.setAttribute('aria-autocomplete', 'list')
    if (offered.length === 0) return
    element.setAttribute('aria-controls', listId)
    element.setAttribute('aria-activedescendant', `${listId}-${active}`)
    return () => {
      element.removeAttribute('aria-controls')
      element.removeAttribute('aria-activedescendant')
    }
  }, [box, listId, offered, active])

  return { offered, active, look, take, onKey, close: () => setOffered([]) }
}

/** Whose profile has an address. */
function personAt(address: string, people: readonly Participant[], profileHref: UseMentionsOptions['profileHref']) {
  const hrefOf = (href: string) => {
    const { origin, pathname } = new URL(href, window.location.href)
    return origin + pathname
  }
  if (!URL.canParse(address)) return undefined
  const wanted = hrefOf(address)
  return people.find(({ slugUrl, userId }) => [slugUrl, userId].some((key) => hrefOf(profileHref(key)) === wanted))
}
