import { chromium } from 'playwright'
const base='http://localhost:4741'
const b = await chromium.launch({ executablePath:'/usr/bin/chromium' })
async function ctx(opts){ const c = await b.newContext(opts); const p = await c.newPage(); return {c,p} }
async function login(p,name){ await p.goto(base+'/bbs/login'); await p.waitForTimeout(1500);
  await p.getByLabel(/username|e-mail/i).first().fill(name); await p.getByLabel(/password/i).first().fill('Stoa-demo-1'); await p.keyboard.press('Enter'); await p.waitForTimeout(2500) }
const api = async (p, path, body) => p.evaluate(async ([path, body]) => (await fetch('/api/'+path,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)})).status,[path,body])
for (const [name,opts] of [['wide',{viewport:{width:1440,height:900}}],['narrow-dark',{viewport:{width:360,height:760},colorScheme:'dark'}]]) {
  const {p} = await ctx(opts)
  await login(p,'demo_ben')
  await p.goto(base+'/bbs/FORUM/tab/reports'); await p.waitForTimeout(3000)
  await p.screenshot({path:`/tmp/care-${name}-queue.png`})
  const card = p.getByRole('button',{name:/Member card of/}).first()
  if (await card.count()) { await card.click(); await p.waitForTimeout(1200); await p.getByLabel('Add a note').fill('Promised to stop advertising.'); await p.getByRole('button',{name:'Add note'}).click(); await p.waitForTimeout(1200); await p.screenshot({path:`/tmp/care-${name}-card.png`}); await p.keyboard.press('Escape') }
  await p.goto(base+'/bbs/FORUM/tab/holders'); await p.waitForTimeout(2500)
  const menu = p.getByRole('button',{name:/Manage Gil/}).first()
  await menu.click(); await p.waitForTimeout(1000); await p.screenshot({path:`/tmp/care-${name}-menu.png`})
  await p.getByRole('menuitem',{name:'Warn…'}).click(); await p.waitForTimeout(800); await p.screenshot({path:`/tmp/care-${name}-warn.png`})
  await p.keyboard.press('Escape'); await p.waitForTimeout(300)
  await p.getByRole('button',{name:/Manage Gil/}).first().click(); await p.waitForTimeout(500)
  const to = p.getByRole('menuitem',{name:/ime.out…/}).first(); console.log(await to.count())
  await to.click(); await p.waitForTimeout(800); await p.screenshot({path:`/tmp/care-${name}-timeout.png`})
  await p.getByRole('button',{name:'Time out',exact:true}).click(); await p.waitForTimeout(1200); await p.screenshot({path:`/tmp/care-${name}-members.png`})
  await p.goto(base+'/bbs/FORUM/admin-settings/moderation'); await p.waitForTimeout(2500)
  const add = p.getByRole('button',{name:'Add a reason'}); await add.scrollIntoViewIfNeeded(); await add.click(); await p.waitForTimeout(400); await p.screenshot({path:`/tmp/care-${name}-reasons.png`})
  await p.goto(base+'/bbs/FORUM/tab/activity'); await p.waitForTimeout(2500); await p.screenshot({path:`/tmp/care-${name}-log.png`})
}
{ const {p} = await ctx({viewport:{width:1440,height:900}}); await login(p,'demo_gil'); await p.goto(base+'/bbs/FORUM'); await p.waitForTimeout(3000); await p.screenshot({path:'/tmp/care-gil.png'}); await p.goto(base+'/bbs/my-account/decisions'); await p.waitForTimeout(2500); await p.screenshot({path:'/tmp/care-gil-decisions.png'})
  await p.goto(base+'/bbs/FORUM/community/what-should-the-square-get-first'); await p.waitForTimeout(3000); const n=p.getByText('You’re in a time-out.').last(); if(await n.count()){await n.scrollIntoViewIfNeeded()} await p.screenshot({path:'/tmp/care-gil-post.png'}) }
await b.close()
