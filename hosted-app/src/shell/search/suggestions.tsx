import { authorPath, type CallOutput, communityPath, postPath } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import {
  Avatar,
  ClockIcon,
  CloseIcon,
  CommentIcon,
  isComposing,
  SearchIcon,
  translatable,
  useTranslate,
  useWritten,
} from '@stoa/ui'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Marked } from '../../screens/search/marked.tsx'
import { type SearchedCommunity, type SearchType, searchPath } from '../../search-paths.ts'
import { useDebounced } from '../use-debounced.ts'
import { suggestionMessages } from './messages.ts'
import { readRecentSearches, removeRecentSearch } from './recent-searches.ts'
import { typedLetters } from './typed-letters.ts'

/** Recent searches beside other suggestions. */
const RECENT_BESIDE = 2

interface Suggestion {
  href: string
  icon: ReactNode
  text: ReactNode
  /** What a person wrote in it. Default: nothing. */
  words?: string
  /** At the end of the line. Default: nothing. */
  note?: ReactNode
  /** The search that it is. Default: it is a place. */
  query?: string
  /** It was made before, and can be removed. Default false. */
  isRecent?: boolean
}

interface SuggestionGroup {
  /** Default: the group has no heading. */
  heading?: string
  items: readonly Suggestion[]
}

export interface SuggestionsProps {
  form: RefObject<HTMLFormElement | null>
  input: RefObject<HTMLInputElement | null>
  /** A search was sent before the code was loaded: suggestions come too late for it. */
  isSent: RefObject<boolean>
  /** Arrow keys pressed before the code was loaded: down minus up. */
  earlySteps: RefObject<number>
  /** The community of the page. */
  community: SearchedCommunity | null
  /** The community that the field searches; null: all. */
  scope: SearchedCommunity | null
  /** What the field searches for. */
  type: SearchType
}

/** Suggestions below the search field, which becomes a combobox. */
export function Suggestions({ form, input, isSent, earlySteps, community, scope, type }: SuggestionsProps) {
  const t = useTranslate(suggestionMessages)
  const viewerId = useViewer()?.id ?? ''
  const id = useId()
  const [typed, setTyped] = useState(() => input.current?.value ?? '')
  const [isOpen, setOpen] = useState(() => document.activeElement === input.current && !isSent.current)
  /** The chosen place; -1: none. Beyond the last one if more are expected. */
  const [wished, setActive] = useState(-1)
  const [recent, setRecent] = useState(() => readRecentSearches(viewerId))
  const text = typed.trim()
  const { found, isPending } = useFound({ text, isOpen, tokenName: scope?.tokenName })

  const elsewhere = scope ? null : community
  const targets = [
    { community: scope, note: scope ? t('search.for.in', { community: scope.title }) : undefined },
    ...(scope ? [{ community: null, note: t('search.for.everywhere') }] : []),
    ...(elsewhere ? [{ community: elsewhere, note: t('search.for.in', { community: elsewhere.title }) }] : []),
  ]
  const matching = recent.filter((one) => one !== text && one.toLowerCase().startsWith(text.toLowerCase()))
  const groups: SuggestionGroup[] = [
    {
      items: targets.map(({ community, note }) => ({
        href: searchPath({ query: text, type, community }),
        icon: <SearchIcon size={16} />,
        text: t('search.for', { query: text }),
        note,
        query: text,
      })),
    },
    {
      heading: t('search.field.recent'),
      items: (text === '' ? matching : matching.slice(0, RECENT_BESIDE)).map((query) => ({
        href: searchPath({ query, type, community: scope }),
        icon: <ClockIcon size={16} />,
        text: <MarkedLetters text={query} typed={text} />,
        words: query,
        query,
        isRecent: true,
      })),
    },
    {
      heading: t('search.communities'),
      items: found.communities.map((one) => ({
        href: communityPath(one),
        icon: <Avatar id={one.tokenName} name={one.title} src={one.logoImageURI} size="xs" shape="square" />,
        text: <MarkedLetters text={one.title} typed={text} />,
        words: one.title,
        note: t('search.members', { count: one.numberOfMembers }),
      })),
    },
    {
      heading: t('search.people'),
      items: found.people.map((one) => ({
        href: authorPath(one.slugUrl || one.userId),
        icon: <Avatar id={one.userId} name={one.displayName} src={one.imageUrl} size="xs" />,
        text: <MarkedLetters text={one.displayName} typed={text} />,
        note: (
          <span dir="ltr">
            @<MarkedLetters text={one.username} typed={text} />
          </span>
        ),
      })),
    },
    {
      heading: t('search.posts'),
      items: found.posts.map((one) => ({
        href: postPath(one),
        icon: <CommentIcon size={16} />,
        text: <MarkedLetters text={one.title} typed={text} />,
        words: one.title,
      })),
    },
  ]
  const shown = (text === '' ? groups.slice(1, 2) : groups).filter(({ items }) => items.length > 0)
  const all = shown.flatMap(({ items }) => items)
  const isShown = isOpen && all.length > 0
  const active = Math.min(wished, all.length - 1)
  const chosen = isShown ? all[active] : undefined
  const optionId = (at: number) => `${id}-${at}`

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const remove = (query: string) => {
    setRecent(removeRecentSearch(viewerId, query))
    setActive(-1)
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const handle = (act: () => void) => {
      event.preventDefault()
      act()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (all.length === 0) return
      // From the field itself, which is at -1, to the first or last one, and back to it after them.
      const places = all.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      const from = isOpen ? wished : -1
      // Further keys count for what is still loading.
      const next =
        isPending && from + step >= all.length
          ? from + step
          : ((Math.min(from, all.length - 1) + 1 + step + places) % places) - 1
      handle(() => {
        setOpen(true)
        setActive(next)
      })
    } else if (event.key === 'Enter') {
      if (chosen) handle(() => document.getElementById(optionId(active))?.click())
    } else if (event.key === 'Escape') {
      if (!isShown) return
      event.stopPropagation()
      handle(close)
    } else if (event.key === 'Delete' && event.shiftKey && chosen?.isRecent) {
      const { query = '' } = chosen
      handle(() => remove(query))
    }
  }

  useEffect(() => {
    const steps = earlySteps.current
    earlySteps.current = 0
    if (steps !== 0 && isShown) setActive(steps > 0 ? steps - 1 : Math.max(0, all.length + steps))
    // Once, when the code has been loaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const handlers = useRef({ press, close, viewerId })
  // Before the next key, which may come before other effects.
  useLayoutEffect(() => {
    handlers.current = { press, close, viewerId }
  })
  useEffect(() => {
    const field = input.current
    const around = form.current
    if (!field || !around) return
    const open = () => {
      setRecent(readRecentSearches(handlers.current.viewerId))
      setTyped(field.value)
      setActive(-1)
      setOpen(true)
    }
    const shut = () => handlers.current.close()
    const onKey = (event: KeyboardEvent) => handlers.current.press(event)
    const onLeave = (event: FocusEvent) => {
      if (!around.contains(event.relatedTarget as Node | null)) shut()
    }
    // More may have been typed since the first rendering.
    setTyped(field.value)
    field.addEventListener('focus', open)
    field.addEventListener('click', open)
    field.addEventListener('input', open)
    field.addEventListener('keydown', onKey)
    around.addEventListener('focusout', onLeave)
    around.addEventListener('submit', shut)
    return () => {
      field.removeEventListener('focus', open)
      field.removeEventListener('click', open)
      field.removeEventListener('input', open)
      field.removeEventListener('keydown', onKey)
      around.removeEventListener('focusout', onLeave)
      around.removeEventListener('submit', shut)
    }
  }, [form, input])
  useEffect(() => {
    const field = input.current
    if (!field) return
    const attributes: Record<string, string | null> = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isShown),
      'aria-controls': isShown ? `${id}-list` : null,
      'aria-activedescendant': chosen ? optionId(active) : null,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) field.removeAttribute(name)
      else field.setAttribute(name, value)
    }
    if (chosen) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <>
      <span className="stoa-visually-hidden" role="status">
        {isShown && translatable(t('search.suggestions.count', { count: all.length }))}
      </span>
      {isShown && (
        <div className="stoa-app-suggestions" id={`${id}-list`} role="listbox" aria-label={t('search.suggestions')}>
          {shown.map(({ heading, items }, at) => {
            const before = shown.slice(0, at).reduce((sum, group) => sum + group.items.length, 0)
            const lines = items.map((item, index) => (
              <Option
                key={item.href}
                id={optionId(before + index)}
                item={item}
                isActive={before + index === active}
                onChoose={() => {
                  if (input.current) input.current.value = item.query ?? ''
                  close()
                }}
                onRemove={remove}
              />
            ))
            if (heading === undefined) return lines
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options.
              <div key={heading} role="group" aria-label={heading}>
                <p className="stoa-app-suggestions-heading" aria-hidden="true">
                  {heading}
                </p>
                {lines}
              </div>
            )
          })}
        </div>
      )}
    </>
  )
}

interface OptionProps {
  id: string
  item: Suggestion
  isActive: boolean
  onChoose: () => void
  onRemove: (query: string) => void
}

/** A link, so that it can be opened elsewhere. Focus stays in the field. */
function Option({
  id,
  item: { href, icon, text, words = '', note, query = '', isRecent = false },
  isActive,
  onChoose,
  onRemove,
}: OptionProps) {
  const t = useTranslate(suggestionMessages)
  const written = useWritten()
  return (
    <a
      id={id}
      className="stoa-app-search-option"
      role="option"
      aria-selected={isActive}
      title={isRecent ? t('search.field.recent.hint') : undefined}
      tabIndex={-1}
      href={href}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        const isRemoval = event.target instanceof Element && event.target.closest('[data-remove]')
        if (isRemoval) {
          event.preventDefault()
          onRemove(query)
        } else if (!(event.metaKey || event.ctrlKey || event.shiftKey)) onChoose()
      }}
    >
      {icon}
      <span className="stoa-app-search-option-text" {...written(words)}>
        {text}
      </span>
      {note !== undefined && <span className="stoa-app-search-option-note">{note}</span>}
      {/* For pointers. Keys remove the chosen one. */}
      {isRecent && (
        <span data-remove="" title={t('search.field.recent.remove')} aria-hidden="true">
          <CloseIcon size={16} />
        </span>
      )}
    </a>
  )
}

const NONE: CallOutput<'searchSuggestions'> = { communities: [], people: [], posts: [] }

/** A suggestion whose words begin with what was typed. */
function MarkedLetters({ text, typed }: { text: string; typed: string }) {
  return <Marked text={{ text, hits: typedLetters(text, typed) }} />
}

/** What the server suggests for a text once typing pauses. Earlier suggestions stay until then. */
function useFound({ text, isOpen, tokenName }: { text: string; isOpen: boolean; tokenName: string | undefined }) {
  const { client } = useStoa()
  const [found, setFound] = useState(NONE)
  const [answered, setAnswered] = useState('')
  const paused = useDebounced(text)
  useEffect(() => {
    if (!isOpen || paused === '') return
    const { signal, abort } = abortable()
    const input = { query: paused, ...(tokenName === undefined ? {} : { tokenName }) }
    client.call('searchSuggestions', input, { signal }).then(
      (response) => signal.aborted || answer(response),
      // The search itself is still there.
      () => signal.aborted || answer(NONE),
    )
    function answer(response: typeof NONE): void {
      setFound(response)
      setAnswered(paused)
    }
    return abort
  }, [client, isOpen, paused, tokenName])
  return { found: text === '' ? NONE : found, isPending: text !== '' && answered !== text }
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
