import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/**
 * @typedef {object} Message What the forum tells.
 * @property {string} id Of the delivery; the same in all tries.
 * @property {string} type Such as `post.published`.
 * @property {string} timestamp When it happened.
 * @property {string} eventId Grows with time.
 * @property {{ postId?: string, commentId?: string, reportId?: string, post?: { title: string }, comment?: { content: string } }} data
 */

/**
 * Receives a forum's webhooks. `secret`: what the forum showed when the webhook was added. `handle` gets each message
 * once; if it throws, the forum sends the message again later.
 *
 * A real receiver keeps `handled` and `newest` in its database, in the same transaction as what it does with a message.
 * @param {{ secret: string, handle: (message: Message) => unknown }} about
 */
export function createReceiver({ secret, handle }) {
  const signature = new Webhook(secret)
  /** @type {Set<string>} Ids of deliveries. One may come twice, such as when our response was lost. */
  const handled = new Set()
  /** @type {Map<string, string>} The newest event about each thing. An older one may arrive later. */
  const newest = new Map()

  /** Whether something newer about the same thing has come before. @param {Message} message */
  function isOutdated({ eventId, data }) {
    const subject = data.commentId ?? data.postId ?? data.reportId
    if (subject === undefined) return false
    if ((newest.get(subject) ?? '') > eventId) return true
    newest.set(subject, eventId)
    return false
  }

  /** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} */
  const receive = async (request, response) => {
    /** @param {number} status @param {string} text */
    const reply = (status, text) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    if (request.method !== 'POST') return reply(405, 'Only POST is expected.')
    // The signature is over these bytes. Parsing and serializing would change them.
    const body = await buffer(request)
    /** @type {Message} */
    let message
    try {
      // Refuses what is older than five minutes, too.
      message = /** @type {Message} */ (signature.verify(body, /** @type {Record<string, string>} */ (request.headers)))
    } catch (error) {
      return reply(400, error instanceof Error ? error.message : 'Refused.')
    }
    try {
      if (!handled.has(message.id)) {
        if (!isOutdated(message)) await handle(message)
        handled.add(message.id)
      }
      return reply(200, 'Thanks.')
    } catch {
      return reply(500, 'Please try again later.')
    }
  }
  return createServer((request, response) => void receive(request, response))
}
