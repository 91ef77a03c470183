import type { OpenClaim } from '../domains/content/articles/index.ts'
import type { Commands } from './commands.ts'

const COMMUNITY = 'token name, such as FORUM'
const ARTICLE = 'address, or id:… of the publisher’s'

export function addArticleCommands({ program, run, say }: Commands): void {
  program
    .command('article:merge')
    .description('Make two articles one: all comments of the first go to the second.')
    .argument('<community>', COMMUNITY)
    .argument('<from>', ARTICLE)
    .argument('<into>', ARTICLE)
    .action((tokenName: string, from: string, into: string) =>
      run(async ({ app }) => {
        say(`Moved ${await app.services.articleKeeping.merge({ tokenName, from, into })} comments to ${into}.`)
        return 0
      }),
    )

  program
    .command('article:rename')
    .description('Give an article that has moved its new address.')
    .argument('<community>', COMMUNITY)
    .argument('<from>', ARTICLE)
    .argument('<into>', 'new address')
    .action((tokenName: string, from: string, into: string) =>
      run(async ({ app }) => {
        const isRenamed = await app.services.articleKeeping.rename({ tokenName, from, into })
        say(isRenamed ? `${from} is ${into} now.` : `Another article is at ${into} already; merge the two.`)
        return isRenamed ? 0 : 1
      }),
    )

  program
    .command('article:split')
    .description('Undo a merge, or give one name of an article a thread of its own.')
    .argument('<community>', COMMUNITY)
    .argument('<name>', ARTICLE)
    .argument('[comments...]', 'ids of top-level comments that go there with their replies')
    .action((tokenName: string, name: string, threads: string[]) =>
      run(async ({ app }) => {
        const moved = await app.services.articleKeeping.split({ tokenName, name, threads })
        say(
          moved === null
            ? `${name} is the only name of its article.`
            : `${name} has a thread of its own, with ${moved} comments.`,
        )
        return moved === null ? 1 : 0
      }),
    )

  program
    .command('article:conflicts')
    .description('List claims about articles that their pages do not confirm. Exit code 1: there are some.')
    .argument('<community>', COMMUNITY)
    .action((tokenName: string) =>
      run(async ({ app }) => {
        const { id } = await app.services.communities.require(tokenName)
        const claims = await app.services.articleClaims.list(id)
        for (const claim of claims) say(inWords(claim))
        say(
          claims.length === 0
            ? 'Nothing is in doubt.'
            : `${claims.length} in doubt; merge, split or rename what is wrong.`,
        )
        return claims.length === 0 ? 0 : 1
      }),
    )
}

const VERDICTS: Record<Exclude<OpenClaim['verdict'], 'apart'>, string> = {
  refused: 'but the page there bears another id',
  unconfirmed: 'and nothing on the page there says so',
  taken: 'and the page there says so too, but the name is another article’s',
}

function inWords({ alias, url, verdict, article_url: thread, seen_at: at }: OpenClaim): string {
  const reason = verdict === 'apart' ? '' : VERDICTS[verdict]
  return `${new Date(at).toISOString()} ${alias} was claimed at ${url} for the thread of ${thread}, ${reason}.`
}
