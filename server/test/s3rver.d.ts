declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  /** A server that speaks the protocol of S3, as far as tests need it. */
  export default class S3rver {
    constructor(options: {
      directory: string
      silent?: boolean
      configureBuckets?: { name: string; configs: string[] }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
