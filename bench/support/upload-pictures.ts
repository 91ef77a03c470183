import { once } from 'node:events'
import sharp from 'sharp'
import { type Sent, upload } from './upload.ts'

/** As large as a phone's photographs. */
async function noisyPicture(): Promise<Sent> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  const picture = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#c08040', noise } })
  return { bytes: await picture.jpeg({ quality: 60 }).toBuffer(), filename: 'photo.jpg', filetype: 'image/jpeg' }
}

// A separate process: creates pictures, reports their total size in MB, and sends them all at once on request.
const pictures = await Promise.all(Array.from({ length: Number(process.argv[2]) }, noisyPicture))
process.send?.(pictures.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024 / 1024)
const [{ url, token }] = (await once(process, 'message')) as [{ url: string; token: string }]
await Promise.all(pictures.map((picture) => upload(url, token, picture)))
process.exit()
