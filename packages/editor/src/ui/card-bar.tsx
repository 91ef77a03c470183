import { EditIcon, Menu, TrashIcon } from '@stoa/ui'
import { type EditorState, NodeSelection } from 'prosemirror-state'
import { removeBlock } from '../plugins/uploads.ts'
import { useUpload } from '../view/card-layer.tsx'
import { type AddressedType, type EditorHost, useHostData } from '../view/host.ts'
import { useValue } from '../view/value.ts'
import { CaptionsTool } from './captions-tool.tsx'
import {
  BackgroundIcon,
  BorderIcon,
  CodeIcon,
  HeadingIcon,
  ReplaceIcon,
  StretchedIcon,
  TableIcon,
} from './editor-icons.tsx'
import { Floating, rectOfBlock } from './floating.tsx'
import { tableItems } from './table-items.ts'
import { Tool, Toolbar } from './toolbar.tsx'

const FLAGS = [
  { name: 'withBorder', label: 'editor.media.border', Icon: BorderIcon },
  { name: 'withBackground', label: 'editor.media.background', Icon: BackgroundIcon },
  { name: 'stretched', label: 'editor.media.stretched', Icon: StretchedIcon },
] as const
const REPLACEABLE: Readonly<Record<string, AddressedType>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  embed: 'embed',
  linkTool: 'linkTool',
}

/** The card, program or table that has controls: a selected one, or the one that has the caret. */
function barState({ selection, doc }: EditorState) {
  const { $from } = selection
  const pos = $from.depth === 0 ? selection.from : $from.before(1)
  const node = doc.nodeAt(pos)
  if (!node) return null
  const name = node.type.name
  const isCard = selection instanceof NodeSelection && $from.depth === 0
  const hasCaret = $from.depth > 0 && (name === 'codeBlock' || name === 'table')
  const isFigure = $from.depth === 1 && node.type.isInGroup('block') && node.type.spec.attrs?.upload !== undefined
  if (!(isCard && (node.isAtom || node.inlineContent)) && !hasCaret && !isFigure) return null
  if (name === 'delimiter' || name === 'paragraph' || name === 'heading') return null
  const { origin: _, data: _data, ...attrs } = node.attrs
  return { pos, name, attrs }
}

/** Controls of a card, program or table, above it. */
export function CardBar({ host }: { host: EditorHost }) {
  const state = useHostData(host, barState)
  const isFocused = useValue(host.isFocused)
  const isForced = useValue(host.isBarForced)
  const form = useValue(host.form)
  const upload = useUpload(host, state?.attrs.upload ?? null)
  if (!state || !host.view.editable || !isFocused || form) return null
  const { t, view } = host
  const { pos, name, attrs } = state
  // It has buttons of its own.
  if (upload && upload.status !== 'done') return null
  const set = (attribute: string, value: unknown) => {
    const { tr, selection } = view.state
    tr.setNodeAttribute(pos, attribute, value)
    if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, selection.from))
    view.dispatch(tr)
  }
  const replaceable = REPLACEABLE[name]
  return (
    <Floating host={host} anchor={() => rectOfBlock(host, pos)} side="above" atEnd className="stoa-editor-bubble">
      <Toolbar
        key={pos}
        host={host}
        label={t('editor.settings')}
        takesFocus={isForced}
        onLeave={() => host.isBarForced.set(false)}
      >
        {name === 'image' && (
          <Tool
            label={t('editor.image.alt')}
            icon={<EditIcon />}
            onClick={() => host.form.set({ kind: 'alt', pos })}
            pressed={attrs.alt !== ''}
          />
        )}
        {FLAGS.filter((flag) => flag.name in attrs).map(({ name: flag, label, Icon }) => (
          <Tool
            key={flag}
            label={t(label)}
            icon={<Icon />}
            pressed={attrs[flag] === true}
            onClick={() => set(flag, attrs[flag] !== true)}
          />
        ))}
        {name === 'codeBlock' && (
          <Tool
            label={t('editor.code.language')}
            icon={<CodeIcon />}
            onClick={() => host.form.set({ kind: 'language', pos })}
          />
        )}
        {name === 'table' && <TableTools host={host} hasHeadings={attrs.withHeadings === true} onHeadings={set} />}
        {(name === 'video' || name === 'audio') && (
          <CaptionsTool host={host} pos={pos} url={attrs.url} captions={attrs.captions} upload={attrs.upload} />
        )}
        {replaceable && (
          <Tool
            label={t('editor.media.replace')}
            icon={<ReplaceIcon />}
            onClick={() => host.form.set({ kind: 'block', type: replaceable, pos })}
          />
        )}
        <Tool
          label={t('editor.delete')}
          icon={<TrashIcon />}
          onClick={() => {
            removeBlock(view, pos)
            view.focus()
          }}
        />
      </Toolbar>
    </Floating>
  )
}

interface TableToolsProps {
  host: EditorHost
  hasHeadings: boolean
  onHeadings: (attribute: 'withHeadings', value: boolean) => void
}

function TableTools({ host, hasHeadings, onHeadings }: TableToolsProps) {
  const { t } = host
  return (
    <>
      <Tool
        label={t('editor.table.headings')}
        icon={<HeadingIcon />}
        pressed={hasHeadings}
        onClick={() => onHeadings('withHeadings', !hasHeadings)}
      />
      <Menu label={t('editor.table.cells')} icon={<TableIcon />} items={tableItems(host)} />
    </>
  )
}
