import { ReasonDialog } from '@stoa/comments'
import { type CallInput, type CannedReason, mediaIdOf, type Post } from '@stoa/contract'
import { RadioGroup, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { toolsMessages } from './messages.ts'

/** An upload that a post shows. */
export interface PostFile {
  mediaId: string
  /** Address of its picture or still; empty if it has none. */
  picture: string
  kind: 'image' | 'video' | 'audio'
}

export interface RemoveFileDialogProps {
  files: readonly PostFile[]
  canned: readonly CannedReason[]
  /** Removes the file. Rejects with the error to show. */
  onRemove: (input: Pick<CallInput<'mediaRemove'>, 'mediaId' | 'reason' | 'reasonText'>) => Promise<unknown>
  onClose: () => void
}

const THUMBNAIL_PX = 64

/** Asks a moderator which file of a post to remove everywhere, and why. */
export function RemoveFileDialog({ files, canned, onRemove, onClose }: RemoveFileDialogProps) {
  const t = useTranslate(toolsMessages)
  const [chosen, setChosen] = useState(files[0]?.mediaId ?? '')
  return (
    <ReasonDialog
      canned={canned}
      title={t('file.title')}
      help={t('file.help')}
      submit={t('file.submit')}
      onSubmit={(why) => onRemove({ mediaId: chosen, ...why })}
      onClose={onClose}
    >
      <RadioGroup
        label={t('file.label')}
        value={chosen}
        onChange={setChosen}
        options={files.map((file, index) => ({ value: file.mediaId, label: <FileLabel file={file} index={index} /> }))}
      />
    </ReasonDialog>
  )
}

function FileLabel({ file: { kind, picture }, index }: { file: PostFile; index: number }) {
  const t = useTranslate(toolsMessages)
  return (
    <>
      {picture !== '' && (
        <img className="stoa-post-file" src={picture} alt="" width={THUMBNAIL_PX} height={THUMBNAIL_PX} />
      )}
      {t(`file.${kind}`, { number: index + 1 })}
    </>
  )
}

const FILE = /\/media\/[0-9A-Za-z]{20}\/[\w.]+/g

/** The uploads that a post shows, in the order of their appearance. */
export function filesOf({
  postContent,
  ...post
}: Pick<Post, 'postContent' | 'heroImage' | 'featuredImage'>): PostFile[] {
  const images = [post.heroImage, post.featuredImage].map((image) => image?.url ?? '')
  const files = new Map<string, PostFile>()
  for (const [address] of [...images, postContent].flatMap((text) => [...text.matchAll(FILE)])) {
    const mediaId = mediaIdOf(address)
    const name = address.slice(address.lastIndexOf('/') + 1)
    if (mediaId === null || name.endsWith('.vtt')) continue
    const { picture = '', kind = 'image' } = files.get(mediaId) ?? {}
    const isFilm = /^(?:video|poster)\./.test(name)
    files.set(mediaId, {
      mediaId,
      picture: /\.(?:webp|avif)$/.test(name) ? address : picture,
      kind: isFilm ? 'video' : name.startsWith('audio.') ? 'audio' : kind,
    })
  }
  return [...files.values()]
}
