import { ImageIcon, PollIcon, QuoteIcon, VideoIcon } from '@stoa/ui'
import type { Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import type { ReactNode } from 'react'
import type { TextKind } from '../commands/turn-into.ts'
import { schema } from '../document/schema.ts'
import type { Suggestion, SuggestionSource } from '../plugins/suggest.ts'
import { insertBlocks } from '../plugins/uploads.ts'
import type { AddressedType, EditorHost } from '../view/host.ts'
import {
  AudioIcon,
  BulletsIcon,
  CardIcon,
  ChecklistIcon,
  CodeIcon,
  DividerIcon,
  EmbedIcon,
  HeadingIcon,
  NoteIcon,
  NumbersIcon,
  TableIcon,
  TextIcon,
} from './editor-icons.tsx'

const { nodes } = schema

/** A kind of text in a menu. */
export interface TextBlock {
  id: string
  label: string
  icon: ReactNode
  kind: TextKind
}

/** Blocks of text in the order of menus. */
export function textBlocks({ t }: Pick<EditorHost, 't'>): TextBlock[] {
  const heading = (level: number): TextBlock => ({
    id: `heading-${level}`,
    label: t('editor.heading.level', { level }),
    icon: <HeadingIcon />,
    kind: { type: 'heading', level },
  })
  const list = (style: 'unordered' | 'ordered' | 'checklist', icon: ReactNode): TextBlock => ({
    id: style,
    label: t(`editor.list.${style}`),
    icon,
    kind: { type: 'list', style },
  })
  return [
    { id: 'paragraph', label: t('editor.text'), icon: <TextIcon />, kind: { type: 'paragraph' } },
    heading(2),
    heading(3),
    heading(4),
    list('unordered', <BulletsIcon />),
    list('ordered', <NumbersIcon />),
    list('checklist', <ChecklistIcon />),
    { id: 'quote', label: t('editor.quote'), icon: <QuoteIcon />, kind: { type: 'quote' } },
    { id: 'warning', label: t('editor.warning'), icon: <NoteIcon />, kind: { type: 'warning' } },
    { id: 'code', label: t('editor.code'), icon: <CodeIcon />, kind: { type: 'codeBlock' } },
  ]
}

/** An empty text. */
function emptyBlock({ type, ...attrs }: TextKind): Node {
  if (type !== 'list') return nodes[type].createAndFill(attrs) as Node
  return nodes.list.create(attrs, nodes.item.create(null, nodes.paragraph.create()))
}

function emptyTable(): Node {
  const row = () => nodes.tableRow.create(null, [nodes.tableCell.create(), nodes.tableCell.create()])
  return nodes.table.create({ withHeadings: true }, [row(), row(), row()])
}

/** Other words by which a block is found, in English Markdown and HTML. Writers of other languages know them, too. */
const WORDS: Readonly<Record<string, string>> = {
  paragraph: 'p paragraph text',
  'heading-2': 'h2 ## title subtitle',
  'heading-3': 'h3 ### subtitle',
  'heading-4': 'h4 #### subtitle',
  unordered: 'ul bulleted list',
  ordered: 'ol numbered list',
  checklist: 'todo to-do task checkbox',
  quote: 'blockquote',
  warning: 'callout warning info tip alert',
  code: 'pre snippet',
  delimiter: 'hr rule line separator ---',
  image: 'photo picture img',
  audio: 'sound recording music',
  embed: 'youtube vimeo twitter tweet x instagram codepen soundcloud spotify',
  linkTool: 'link card bookmark preview',
}

/** What begins a block when it is typed, as the rules for typing have it. */
const SIGNS: Readonly<Record<string, string>> = {
  'heading-2': '##',
  'heading-3': '###',
  'heading-4': '####',
  unordered: '-',
  ordered: '1.',
  checklist: '[]',
  quote: '>',
  code: '```',
  delimiter: '---',
}

/** The blocks that can be added after a slash. */
export function blockSource(host: () => EditorHost): SuggestionSource {
  let all: readonly Suggestion[] | null = null
  return (query) => {
    all ??= blockSuggestions(host())
    const words = query.trim().toLocaleLowerCase()
    if (words === '') return query === '' ? all : []
    const starts = (text: string) =>
      text
        .toLocaleLowerCase()
        .split(/\s+/)
        .some((word) => word.startsWith(words))
    const found = all.filter(
      ({ id, label }) =>
        starts(label) || label.toLocaleLowerCase().includes(words) || starts(`${id} ${WORDS[id] ?? ''}`),
    )
    // Those that begin with the words come first.
    return [...found.filter(({ label }) => starts(label)), ...found.filter(({ label }) => !starts(label))]
  }
}

function blockSuggestions(host: EditorHost): Suggestion[] {
  const { t } = host
  const { onPoll } = host.props()
  const texts = textBlocks(host).map(
    ({ kind, ...block }): Suggestion => ({
      ...block,
      signs: SIGNS[block.id],
      run: (view) => insertBlocks(view, [emptyBlock(kind)]),
    }),
  )
  const addressed = (type: AddressedType, icon: ReactNode): Suggestion => ({
    id: type,
    label: t(type === 'linkTool' ? 'editor.linkCard' : `editor.${type}`),
    icon,
    run: () => host.form.set({ kind: 'block', type, pos: null }),
  })
  const insert = (node: () => Node) => (view: EditorView) => insertBlocks(view, [node()])
  return [
    ...texts,
    addressed('image', <ImageIcon />),
    addressed('video', <VideoIcon />),
    addressed('audio', <AudioIcon />),
    addressed('embed', <EmbedIcon />),
    addressed('linkTool', <CardIcon />),
    { id: 'table', label: t('editor.table'), icon: <TableIcon />, run: insert(emptyTable) },
    {
      id: 'delimiter',
      label: t('editor.delimiter'),
      signs: SIGNS.delimiter,
      icon: <DividerIcon />,
      run: insert(() => nodes.delimiter.create()),
    },
    ...(onPoll ? [{ id: 'poll', label: t('editor.poll'), icon: <PollIcon />, run: () => onPoll() }] : []),
  ]
}
