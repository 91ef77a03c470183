import { PostBlocks, readBlocks } from '@stoa/post-view'
import { Button, translatable } from '@stoa/ui'
import type { Node } from 'prosemirror-model'
import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { writeBlock } from '../document/write.ts'
import type { Card } from './card-store.ts'
import type { EditorHost } from './host.ts'
import { ACCEPTED, type BlockFileKind, type Upload } from './upload-store.ts'
import { useValue } from './value.ts'
import { withMedia } from './with-uploads.ts'

/** They can be used while they are selected. Other cards only show. */
const PLAYERS: ReadonlySet<string> = new Set(['video', 'audio', 'embed'])
const PREVIEW_WIDTH = 1200

/** Renders the cards of the text in the tree of the page, so that they have its contexts. */
export function CardLayer({ host }: { host: EditorHost }) {
  const cards = useValue(host.cards.list)
  return (
    <>
      {cards.map((card) => (
        <CardPortal key={card.key} host={host} card={card} />
      ))}
    </>
  )
}

function CardPortal({ host, card }: { host: EditorHost; card: Card }) {
  const { node, isSelected } = useValue(card.content)
  const key = node.attrs.upload as string | null | undefined
  const upload = useUpload(host, key ?? null)
  const isUploading = upload !== undefined && upload.status !== 'done'
  const isUsable = isUploading || (isSelected && PLAYERS.has(node.type.name))
  useEffect(() => card.setUsable(isUsable), [card, isUsable])
  const content = isUploading ? (
    <UploadCard host={host} upload={upload} />
  ) : (
    <PublishedCard host={host} node={node} upload={upload} />
  )
  return createPortal(content, card.body)
}

/** The upload of a block. Renders again when it changes. */
export function useUpload({ uploads }: EditorHost, key: string | null): Upload | undefined {
  const read = () => (key === null ? undefined : uploads.get(key))
  return useSyncExternalStore(uploads.subscribe, read, read)
}

interface PublishedCardProps {
  host: EditorHost
  node: Node
  /** A finished upload, whose file the node doesn't have. */
  upload: Upload | undefined
}

/** The block as readers see it, without its caption. */
function PublishedCard({ host, node, upload }: PublishedCardProps) {
  const { t } = host
  const media = upload?.media
  const blocks = useMemo(() => {
    const block = writeBlock(media ? withMedia(node, media) : node)
    // Its caption is edited beside it.
    return readBlocks(JSON.stringify({ blocks: [{ ...block, data: { ...block?.data, caption: '' } }] }))
  }, [node, media])
  const { name } = node.attrs
  if (node.type.name === 'unknown') {
    return (
      <div className="stoa-editor-stub">
        <span>
          {translatable(name ? t('editor.unknown.named', { name: String(name).slice(0, 40) }) : t('editor.unknown'))}
        </span>
      </div>
    )
  }
  return <PostBlocks blocks={blocks} />
}

/** A file that is being uploaded, or couldn't be. */
function UploadCard({ host, upload }: { host: EditorHost; upload: Upload }) {
  const { t, uploads } = host
  const { key, kind, file, status, progress, problem, mayRetry } = upload
  const picker = useRef<HTMLInputElement>(null)
  const isRunning = status === 'waiting' || status === 'uploading'
  // The server makes it ready for readers meanwhile.
  const isSent = isRunning && progress === 1
  const label = t(isSent ? 'editor.media.preparing' : 'editor.media.uploading', { name: file.name })
  return (
    <div className="stoa-editor-upload" data-kind={kind}>
      {kind === 'image' && <FilePreview file={file} />}
      <div className="stoa-editor-upload-line">
        <span dir="auto">{isRunning ? label : file.name}</span>
        {isRunning && (
          <>
            <progress
              className="stoa-editor-progress"
              max={1}
              value={isSent ? undefined : progress}
              aria-label={label}
            />
            <Button size="s" onClick={() => uploads.remove(key)}>
              {t('editor.media.cancel')}
            </Button>
          </>
        )}
      </div>
      {problem !== null && (
        <>
          <p className="stoa-editor-problem" role="alert">
            {translatable(problem)}
          </p>
          <div className="stoa-editor-form-line">
            {mayRetry && (
              <Button size="s" onClick={() => uploads.retry(key)}>
                {t('editor.media.retry')}
              </Button>
            )}
            <Button size="s" onClick={() => picker.current?.click()}>
              {t('editor.media.another')}
            </Button>
            <Button size="s" onClick={() => uploads.remove(key)}>
              {t('editor.media.remove')}
            </Button>
          </div>
          <FilePicker pickerRef={picker} kind={kind} onFiles={([chosen]) => chosen && uploads.replace(key, chosen)} />
        </>
      )}
    </div>
  )
}

/** A picture of this device. On a canvas, because the page's policy refuses addresses of files. */
function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    // Some types can be uploaded but not shown here.
    void createImageBitmap(file)
      .catch(() => null)
      .then((bitmap) => {
        const target = canvas.current
        if (!bitmap || !target || isGone) return
        const scale = Math.min(1, PREVIEW_WIDTH / bitmap.width)
        target.width = Math.max(1, Math.round(bitmap.width * scale))
        target.height = Math.max(1, Math.round(bitmap.height * scale))
        target.hidden = false
        target.getContext('2d')?.drawImage(bitmap, 0, 0, target.width, target.height)
        bitmap.close()
      })
    return () => {
      isGone = true
    }
  }, [file])
  return <canvas ref={canvas} className="stoa-editor-upload-preview" hidden aria-hidden="true" />
}

interface FilePickerProps {
  pickerRef: RefObject<HTMLInputElement | null>
  kind: BlockFileKind | 'captions'
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
}

/** A hidden field for choosing files. Click it to open the browser's dialog. */
export function FilePicker({ pickerRef, kind, multiple = false, onFiles }: FilePickerProps) {
  return (
    <input
      ref={pickerRef}
      type="file"
      hidden
      multiple={multiple}
      accept={ACCEPTED[kind]}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // So that the same file can be chosen again.
        currentTarget.value = ''
        onFiles(files)
      }}
    />
  )
}
