import { type ContentBlock, type DocumentBlock, isBlock, mediaIdOf, type PostDocument } from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { CAPTIONS_FILE, type MediaService, type Transcripts } from '../../../people/media/index.ts'

type VideoOrAudio = Extract<ContentBlock, { type: 'video' | 'audio' }>

interface Dependencies {
  uploaded: Pick<MediaService, 'captionsOf'>
  transcripts: Transcripts
}

export type PostCaptions = ReturnType<typeof createPostCaptions>

/** Captions of videos and recordings in posts. */
export function createPostCaptions({ uploaded, transcripts }: Dependencies) {
  return {
    /**
     * Returns the document with the captions its uploads have by now, and requests missing ones from the provider, if
     * there is one.
     */
    async complete(
      tx: Transaction,
      document: PostDocument,
    ): Promise<{ document: PostDocument; lacksCaptions: boolean }> {
      const bare = uncaptionedVideos(document)
      if (bare.length === 0) return { document, lacksCaptions: false }
      const mediaIds = [...new Set(bare.map(uploadOf))].filter((id) => id !== null)
      const captionsById = await uploaded.captionsOf(mediaIds, tx)
      const isMissing = (id: string) => !captionsById.has(id)
      transcripts.later(tx, mediaIds.filter(isMissing))
      if (captionsById.size === 0) return { document, lacksCaptions: true }
      const blocks = document.blocks.map((block) => {
        const captions = isUncaptioned(block) ? captionsById.get(uploadOf(block) ?? '') : undefined
        return captions === undefined ? block : ({ ...block, data: { ...block.data, captions } } as DocumentBlock)
      })
      const completed = { ...document, blocks }
      return { document: completed, lacksCaptions: uncaptionedVideos(completed).length > 0 }
    },
  }
}

const CAPTIONS_MISSING = 'Add captions to each video and recording first.'

/** Throws if a document lacks captions of a video that isn't in `former`, the previous document. */
export function refuseUncaptioned(document: PostDocument, former: PostDocument): void {
  const formerVideos = new Set(former.blocks.filter(isFilm).map(addressOf))
  if (uncaptionedVideos(document).every((film) => formerVideos.has(addressOf(film)))) return
  throw new DomainError('VALIDATION_FAILED', [{ field: 'postContent', message: CAPTIONS_MISSING }])
}

function uncaptionedVideos({ blocks }: PostDocument): VideoOrAudio[] {
  return blocks.filter(isUncaptioned)
}

/** Only captions stored by the forum count: those of another site are never loaded. */
function isUncaptioned(block: DocumentBlock): block is VideoOrAudio {
  if (!isFilm(block)) return false
  const { captions = '' } = block.data
  return mediaIdOf(captions) === null || !captions.endsWith(`/${CAPTIONS_FILE}`)
}

function isFilm(block: DocumentBlock): block is VideoOrAudio {
  return isBlock(block, 'video') || isBlock(block, 'audio')
}

/** Of two addresses, the one that is played. */
function addressOf(film: VideoOrAudio): string {
  return ('cdn' in film.data ? film.data.cdn?.mp4Url : undefined) ?? film.data.url
}

function uploadOf(film: VideoOrAudio): string | null {
  return mediaIdOf(addressOf(film))
}
