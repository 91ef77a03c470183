import { httpUrl } from '@stoa/contract'
import { Avatar } from '@stoa/ui'
import type { EditorView } from 'prosemirror-view'
import { schema } from '../document/schema.ts'
import type { EditorPerson } from '../editor-props.ts'
import {
  awaitedSuggestions,
  refreshSuggestions,
  type Suggestion,
  type SuggestionSource,
  suggestionsOf,
} from '../plugins/suggest.ts'
import type { EditorHost } from '../view/host.ts'

/** Pause in typing a name before it is searched for. */
const PAUSE_MS = 120
const MAX = 6

/** People after an at sign. While a name is searched for, those found for its beginning stay. */
export function peopleSource(host: () => EditorHost): SuggestionSource {
  const found = new Map<string, readonly EditorPerson[]>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const search = async (query: string) => {
    const { view, t, announce, props } = host()
    timers.delete(query)
    const people = await props()
      .findPeople?.(query)
      // Without a connection, names can be typed all the same.
      .catch(() => null)
    if (people) found.set(query, people)
    if (view.isDestroyed) return
    const open = suggestionsOf(view.state)
    refreshSuggestions(view, query, !people)
    if (!people || open?.trigger !== '@' || open.query.toLowerCase() !== query) return
    announce(t('editor.people.found', { count: Math.min(MAX, people.length) }))
  }

  return (typed) => {
    if (!host().props().findPeople) return []
    const query = typed.toLowerCase()
    const awaited = new Set(awaitedSuggestions(host().view.state).map((one) => one.query.toLowerCase()))
    // Only the last name is searched for, and those for which Enter was pressed.
    for (const [other, timer] of timers) {
      if (awaited.has(other)) continue
      clearTimeout(timer)
      timers.delete(other)
    }
    const known = found.get(query)
    if (!known && !timers.has(query)) timers.set(query, setTimeout(search, query === '' ? 0 : PAUSE_MS, query))
    const people = known ?? beginning(found, query)
    if (!known && people.length === 0) return null
    return people.slice(0, MAX).map((person) => suggestionOf(person, host))
  }
}

/** Who of those found for the longest beginning of a name has it. */
function beginning(found: ReadonlyMap<string, readonly EditorPerson[]>, query: string): readonly EditorPerson[] {
  for (let length = query.length - 1; length >= 0; length -= 1) {
    const people = found.get(query.slice(0, length))
    const hasName = (text: string) => text.toLowerCase().startsWith(query)
    if (people) return people.filter(({ username, name }) => hasName(username) || name.split(/\s+/).some(hasName))
  }
  return []
}

function suggestionOf(person: EditorPerson, host: () => EditorHost): Suggestion {
  const { id, username, name, imageUrl } = person
  return {
    id,
    label: name || username,
    detail: `@${username}`,
    icon: <Avatar name={name || username} id={id} src={imageUrl} size="xs" />,
    run(view) {
      insertMention(view, person)
      const { announce, t } = host()
      announce(t('editor.people.added', { username }))
    },
  }
}

/** The name as a link to the profile, and a space. */
function insertMention(view: EditorView, { username, href }: EditorPerson): void {
  const { tr, selection, storedMarks } = view.state
  const marks = storedMarks ?? selection.$from.marks()
  const url = httpUrl(href)?.href
  const linked = url ? schema.marks.link.create({ href: url }).addToSet(marks) : marks
  tr.replaceSelectionWith(schema.text(`@${username}`, linked), false)
  tr.insertText(' ')
  tr.removeMark(tr.selection.from - 1, tr.selection.from, schema.marks.link)
  view.dispatch(tr.scrollIntoView())
}
