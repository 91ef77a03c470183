import { randomUUID } from 'node:crypto'
import { type LoadResult, load, median, timeEach } from '../support/load.ts'
import { member } from '../support/member.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startCeiling, startStoa, temporaryFolder } from '../support/server-process.ts'

const CONNECTIONS = 32
const COMMENTS = 100_000
const WRITES_PER_SECOND = 10
const COLD_READS = 300

/**
 * Reading a thread's first page and a feed page, uncached and signed in, compared with Express and node:http in the
 * same run.
 */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const seeded = await seed({ url: null, dataFolder, comments: COMMENTS, posts: 500 })
  const express = await ceiling('express')
  const bare = await ceiling('node-http')

  const server = await startStoa({ STOA_DATA: dataFolder })
  const thread = `${server.url}/api/comments?type=post&postId=${seeded.postId}&limit=20`
  const cached = await load({ url: thread, connections: CONNECTIONS })
  const feedPage = `${server.url}/api/posts?type=community&tokenName=${seeded.tokenName}&sort=new&limit=20`
  const feed = await load({ url: feedPage, connections: CONNECTIONS })
  // The call ignores an unknown parameter, but no cache has seen this address.
  const cold = median(
    await timeEach(COLD_READS, (index) => fetch(`${thread}&cold=${index}`).then((response) => response.text())),
  )
  const reader = await member(server.url, { username: 'bench_reader', join: seeded.tokenName })
  const headers = { authorization: `Bearer ${reader.accessToken}` }
  const signedIn = await load({ url: thread, connections: CONNECTIONS, headers })
  const signedInFeed = await load({ url: feedPage, connections: CONNECTIONS, headers })
  const duringWrites = await whileWriting({ url: server.url, token: reader.accessToken, ...seeded }, () =>
    load({ url: thread, connections: CONNECTIONS }),
  )
  await server.stop()

  report([
    {
      what: 'ceiling: Express hello world',
      value: `${Math.round(express.perSecond)}/s, p99 ${milliseconds(express.p99)}`,
    },
    { what: 'ceiling: node:http hello world', value: `${ratio(bare.perSecond / express.perSecond)} Express` },
    against('thread, first page of 100,000', { result: cached, express, goal: 2.4 }),
    against(`same, while it gets ${WRITES_PER_SECOND} comments a second`, { result: duringWrites, express, goal: 2 }),
    {
      what: '… its p99',
      value: milliseconds(duringWrites.p99),
      goal: `<= Express ${milliseconds(express.p99)}`,
      reached: duringWrites.p99 <= express.p99,
    },
    against('community feed page', { result: feed, express, goal: 2.3 }),
    { what: 'uncached, p50', value: milliseconds(cold), goal: '< 5 ms', reached: cold < 5 },
    against("signed in, with the viewer's facts", { result: signedIn, express, goal: 0.45 }),
    against('same, community feed page', { result: signedInFeed, express, goal: 0.45 }),
  ])
}

async function ceiling(name: 'express' | 'node-http'): Promise<LoadResult> {
  const server = await startCeiling(name)
  const result = await load({ url: server.url, connections: CONNECTIONS })
  await server.stop()
  return result
}

function against(what: string, about: { result: LoadResult; express: LoadResult; goal: number }) {
  const { result, express, goal } = about
  const reached = result.perSecond / express.perSecond
  const failed = result.failed > 0 ? `, ${result.failed} FAILED` : ''
  return {
    what,
    value: `${ratio(reached)} Express, p50 ${milliseconds(result.p50)}, p99 ${milliseconds(result.p99)}${failed}`,
    goal: `>= ${goal} ×`,
    reached: reached >= goal && result.failed === 0,
  }
}

async function whileWriting(
  about: { url: string; token: string; tokenName: string; postId: string },
  work: () => Promise<LoadResult>,
): Promise<LoadResult> {
  const failures: unknown[] = []
  const timer = setInterval(() => {
    fetch(`${about.url}/api/comment/create`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${about.token}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        tokenName: about.tokenName,
        postId: about.postId,
        content: 'A comment while others read.',
      }),
    }).then(
      (response) => (response.ok ? undefined : failures.push(response.status)),
      (error: unknown) => failures.push(error),
    )
  }, 1000 / WRITES_PER_SECOND)
  const result = await work().finally(() => clearInterval(timer))
  if (failures.length > 0) {
    throw new Error(`writing while reading failed ${failures.length} times: ${String(failures[0])}`)
  }
  return result
}
