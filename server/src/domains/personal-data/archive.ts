import { Zip, ZipDeflate } from 'fflate'

/** A file of an archive, as texts that follow each other. */
export interface ArchiveFile {
  name: string
  parts: AsyncIterable<string>
}

/** A ZIP archive, made while it is read: never more of it in memory than one part. */
export async function* zipped(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const encoder = new TextEncoder()
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const part of parts) {
      file.push(encoder.encode(part))
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
