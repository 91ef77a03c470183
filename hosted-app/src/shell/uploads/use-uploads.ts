import { StoaError } from '@stoa/client'
import { createUploads, type Uploads } from '@stoa/client/uploads'
import type { Media } from '@stoa/contract'
import { useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { loadTexts } from '../../translations.ts'

/** Uploads to the server; null for visitors. */
export function useUploads(): Uploads | null {
  const { session } = useHostedApp()
  const [uploads] = useState(() => session && withErrorTexts(createUploads({ origin: '', session })))
  return uploads
}

/** Uploads have their own transport. */
function withErrorTexts({ upload }: Uploads): Uploads {
  return {
    async upload(file, options) {
      try {
        return await upload(file, options)
      } catch (error) {
        await loadTexts('errors')
        throw error
      }
    },
  }
}

/** Whether sending a file again can help: not if the server refuses it for its size, type, content or duration. */
export function mayRetryUpload(error: unknown): boolean {
  return !(error instanceof StoaError && [413, 415, 422].includes(error.status))
}

/** Address of the smallest version of a picture with at least that many pixels per side, else of the original. */
export function pictureAddress({ url, sizes }: Pick<Media, 'url' | 'sizes'>, pixels: number): string {
  return sizes.find(({ width, height }) => Math.min(width, height) >= pixels)?.url ?? url
}
