import { mediaIdOf } from '@stoa/contract'
import { CommentIcon } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { FilePicker } from '../view/card-layer.tsx'
import type { EditorHost } from '../view/host.ts'
import { nodeAt } from '../view/node-at.ts'
import { problemOf, refusalOf } from '../view/upload-store.ts'
import { Tool } from './toolbar.tsx'

export interface CaptionsToolProps {
  host: EditorHost
  pos: number
  url: string | null
  captions: string | null
  /** Key of the video's own upload. */
  upload: string | null
}

/** Adds captions to an uploaded video or recording as a file, or removes them. External ones can't have any. */
export function CaptionsTool({ host, pos, url, captions, upload }: CaptionsToolProps) {
  const { t, view, locale } = host
  const { uploads } = host.props()
  const picker = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])
  const media = upload === null ? null : host.uploads.get(upload)?.media
  const captionsFor = media?.mediaId ?? mediaIdOf(url ?? '')
  const set = (value: string | null) => {
    const { id } = nodeAt(view.state.doc, pos)?.attrs ?? {}
    // The block may have moved meanwhile.
    view.state.doc.forEach((node, at) => {
      if (node.attrs.id === id && 'captions' in node.attrs)
        view.dispatch(view.state.tr.setNodeAttribute(at, 'captions', value))
    })
  }
  if (captions !== null)
    return <Tool label={t('editor.media.captions.remove')} icon={<CommentIcon />} pressed onClick={() => set(null)} />
  if (!uploads || captionsFor === null) return null
  const start = ([file]: readonly File[]) => {
    if (!file) return
    const words = { t, locale, uploads }
    const refusal = refusalOf(words, 'captions', file)
    if (refusal !== null) return host.tell(refusal)
    stop.current = new AbortController()
    const { signal } = stop.current
    setBusy(true)
    uploads
      .upload(file, { kind: 'captions', captionsFor, signal, onProgress: () => {} })
      .then(
        (done) => {
          set(done.url)
          host.announce(t('editor.media.uploaded', { name: file.name }))
        },
        (error: unknown) =>
          signal.aborted ||
          host.tell(problemOf(words, { kind: 'captions', file, error }), [
            { label: t('editor.media.retry'), run: () => start([file]) },
          ]),
      )
      .finally(() => signal.aborted || setBusy(false))
  }
  return (
    <>
      <Tool
        label={t('editor.media.captions')}
        icon={<CommentIcon />}
        busy={isBusy}
        onClick={() => picker.current?.click()}
      />
      <FilePicker pickerRef={picker} kind="captions" onFiles={start} />
    </>
  )
}
