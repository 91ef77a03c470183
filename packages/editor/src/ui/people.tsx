import { httpUrl } from '@stoa/contract'
import { Avatar } from '@stoa/ui'
import { closeHistory } from 'prosemirror-history'
import type { Node as DocumentNode, Mark } from 'prosemirror-model'
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
    if (!known && !timers.has(query))
      timers.set(
        query,
        setTimeout(() => void search(query), query === '' ? 0 : PAUSE_MS),
      )
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
    typed: {
      name: username,
      replace: (tr, from, to) => tr.replaceWith(from, to, mentionOf(person, tr.doc.resolve(to).marks())),
    },
  }
}

/** The name as a link to the profile, and a space. */
function insertMention(view: EditorView, person: EditorPerson): void {
  const { tr, selection, storedMarks } = view.state
  tr.replaceSelectionWith(mentionOf(person, storedMarks ?? selection.$from.marks()), false)
  tr.insertText(' ')
  tr.removeMark(tr.selection.from - 1, tr.selection.from, schema.marks.link)
  view.dispatch(tr.scrollIntoView())
}

function mentionOf({ username, href }: EditorPerson, marks: readonly Mark[]): DocumentNode {
  const url = httpUrl(href)?.href
  return schema.text(`@${username}`, url ? schema.marks.link.create({ href: url }).addToSet(marks) : marks)
}

/** Mentions the person whose profile was pasted as a link. Undoing it leaves the link. */
export async function mentionProfile(host: EditorHost, href: string, text: string): Promise<void> {
  const { view, props, announce, t } = host
  const pastedAt = view.state.selection.head
  const person = await props()
    .findProfile?.(href)
    .catch(() => null)
  if (!person || view.isDestroyed || view.composing) return
  const found: { node: DocumentNode; pos: number }[] = []
  view.state.doc.descendants((node, pos) => {
    const link = schema.marks.link.isInSet(node.marks)
    if (node.text === text && link?.attrs.href === href) found.push({ node, pos })
  })
  // The same address may stand elsewhere, too, perhaps because somebody wants to have it there.
  const distanceOf = ({ node, pos }: (typeof found)[number]) => Math.abs(pos + node.nodeSize - pastedAt)
  const [nearest] = found.toSorted((one, other) => distanceOf(one) - distanceOf(other))
  if (!nearest) return
  const { node, pos } = nearest
  const tr = closeHistory(view.state.tr)
  view.dispatch(tr.replaceWith(pos, pos + node.nodeSize, mentionOf(person, node.marks)))
  // What is typed meanwhile is undone on its own.
  view.dispatch(closeHistory(view.state.tr))
  announce(t('editor.people.added', { username: person.username }))
}
