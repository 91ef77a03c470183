import { createServer } from 'node:http'
import express from 'express'
import mysql from 'mysql2'

/**
 * The minimum that accepts JSON and stores it durably: requests that arrive during an insert go into the next one.
 * `SERVER` is `express` or `node-http`; the table is that of the bare inserts.
 */
const pool = mysql.createPool({ uri: process.env.DATABASE_URL ?? '', connectionLimit: 2 })
const SQL = 'insert into bare (id, post_id, content, created_at) values ?'
/** @type {{ row: unknown[], finish: (error: unknown) => void }[]} */
let waiting = []
let writing = 0

function write() {
  if (writing === 2 || waiting.length === 0) return
  const batch = waiting
  waiting = []
  writing += 1
  pool.query(SQL, [batch.map(({ row }) => row)], (error) => {
    writing -= 1
    for (const { finish } of batch) finish(error)
    write()
  })
}

/** @param {{ key: unknown, body: { postId: string, content: string }, respond: (status: number, text: string) => void }} about */
function take({ key, body, respond }) {
  /** @param {unknown} error */
  const finish = (error) => respond(error ? 500 : 200, JSON.stringify(body))
  waiting.push({ row: [key, body.postId, body.content, Date.now()], finish })
  if (waiting.length === 1) setImmediate(write)
}

/** @type {import('node:http').RequestListener} */
function bare(request, response) {
  if (request.method === 'GET') {
    response.end('ready')
    return
  }
  /** @param {number} status @param {string} text */
  const respond = (status, text) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => take({ key: request.headers['idempotency-key'], body: JSON.parse(text), respond }))
}

function framework() {
  const app = express()
  app.get('/', (_request, response) => response.send('ready'))
  app.post('/', express.json(), (request, response) => {
    /** @param {number} status @param {string} text */
    const respond = (status, text) => response.status(status).type('json').send(text)
    take({ key: request.get('idempotency-key'), body: request.body, respond })
  })
  return app
}

createServer(process.env.SERVER === 'express' ? framework() : bare).listen(Number(process.env.PORT), '127.0.0.1')
