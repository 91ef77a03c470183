import type { Media } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { translatable, useI18n, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import { Section } from '../settings-section.tsx'
import { uploadMessages } from './messages.ts'
import { sizeText, UploadList, type UploadListProps } from './upload-list.tsx'

/** Stays at the end of its line. */
const SEPARATOR = '\u00a0· '

/** The member's uploads, connected to the server. */
export function UploadsPage() {
  const t = useTranslate(uploadMessages)
  const { locale } = useI18n()
  const { total, usedBytes, maxBytes, ...list } = useUploads()
  const space = { used: sizeText(usedBytes, locale), all: sizeText(maxBytes, locale) }
  return (
    <Section id="uploads" title={t('uploads.title')} text={t('uploads.text')}>
      {total !== null && total > 0 && (
        <p className="stoa-app-muted">
          {translatable(t('uploads.total', { count: total }))}
          {SEPARATOR}
          {t('uploads.space', space)}
        </p>
      )}
      <UploadList {...list} />
    </Section>
  )
}

type State = Pick<UploadListProps, 'uploads' | 'hasMore' | 'busy' | 'failed'> & {
  cursor: string | null
  /** Total number; null if unknown. */
  total: number | null
  usedBytes: number
  maxBytes: number
}

function useUploads(): UploadListProps & Pick<State, 'total' | 'usedBytes' | 'maxBytes'> {
  const { call } = useStoa().client
  const [state, setState] = useState<State>({
    uploads: null,
    hasMore: false,
    busy: false,
    failed: false,
    cursor: null,
    total: null,
    usedBytes: 0,
    maxBytes: 0,
  })
  const load = useCallback(
    async (cursor: string | null) => {
      setState((current) => ({ ...current, busy: true, failed: false }))
      try {
        const page = await call('mediaList', cursor === null ? {} : { cursor })
        setState(({ uploads }) => ({
          ...page,
          uploads: cursor === null ? page.items : [...(uploads ?? []), ...page.items],
          busy: false,
          failed: false,
        }))
      } catch {
        setState((current) => ({ ...current, busy: false, failed: true }))
      }
    },
    [call],
  )
  useEffect(() => void load(null), [load])
  const without = (id: string) => (uploads: readonly Media[] | null) =>
    uploads?.filter((upload) => upload.id !== id) ?? null
  return {
    ...state,
    onLoadMore: () => void load(state.cursor),
    async onDelete(mediaId) {
      await call('mediaDelete', { mediaId })
      setState((current) => ({
        ...current,
        uploads: without(mediaId)(current.uploads),
        total: (current.total ?? 1) - 1,
        usedBytes: current.usedBytes - (current.uploads?.find(({ id }) => id === mediaId)?.bytes ?? 0),
      }))
    },
  }
}
