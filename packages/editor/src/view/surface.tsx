import { BlockHandle } from '../ui/block-handle.tsx'
import { BlockMenu } from '../ui/block-menu.tsx'
import { CardBar } from '../ui/card-bar.tsx'
import { FindBar } from '../ui/find-bar.tsx'
import { EditorForm } from '../ui/forms.tsx'
import { EditorNotice } from '../ui/notice.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { CardLayer } from './card-layer.tsx'
import type { EditorHost } from './host.ts'

export { openKeptFiles } from './kept-files.ts'
export { startEditor } from './start.ts'

/** Everything around the text. */
export function EditorControls({ host }: { host: EditorHost }) {
  return (
    <>
      <CardLayer host={host} />
      <BlockHandle host={host} />
      <BlockMenu host={host} />
      <SelectionBar host={host} />
      <CardBar host={host} />
      <EditorForm host={host} />
      <EditorNotice host={host} />
      <FindBar host={host} />
    </>
  )
}
