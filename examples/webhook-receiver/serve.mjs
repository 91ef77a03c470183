import { createReceiver } from './receiver.mjs'

const { WEBHOOK_SECRET: secret, PORT: port = '4010' } = process.env
if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret that the forum has shown.')
  process.exit(1)
}
const server = createReceiver({
  secret,
  handle: ({ type, data }) => console.log(type, data.post?.title ?? data.comment?.content ?? JSON.stringify(data)),
})
server.listen(Number(port), '127.0.0.1', () => console.log(`Waiting at http://127.0.0.1:${port}`))
