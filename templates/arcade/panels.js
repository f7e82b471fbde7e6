// The ranking, the shop and sharing. Each appears only if the host supports it.

/* exported Panels -- other scripts of the page use it. */

/** The results of a purchase, as players read them. */
const PAY_WORDS = {
  paid: 'It is yours. Have fun!',
  pending: 'Your payment is being confirmed. Your purchase will arrive automatically.',
  cancelled: '',
  insufficient_balance: 'You have too few credits for this.',
  already_owned: 'You own this already.',
  unavailable: 'Nothing can be bought right now.',
  OFFLINE: 'You are offline. Try again once you are back.',
  late: 'Paid. The game could not fetch your purchase yet, and will try again.',
}

class Panels {
  /** The id of the panel that is open. @type {string | null} */
  open = null
  /** The player's id. @type {string | null} */
  player = null
  hasNicknames = false

  /**
   * @param {Shop} shop
   * @param {Ranking} ranking
   * @param {() => void} onClose is called when the player comes back from a panel
   */
  constructor(shop, ranking, onClose) {
    this.shop = shop
    this.ranking = ranking
    this.onClose = onClose
    for (const back of document.querySelectorAll('.back'))
      back.addEventListener('click', () => {
        this.close()
      })
    byId('open-scores').addEventListener('click', () => void this.showScores())
    byId('open-shop').addEventListener('click', () => {
      this.show('shop')
    })
    byId('nickname').addEventListener('click', () => void this.askNickname())
    byId('buy-comet').addEventListener('click', () => void this.buy('comet'))
    byId('buy-chances').addEventListener('click', () => void this.buy('second_chances'))
  }

  /** Shows the buttons for what this host supports: an older phone app may lack a call. */
  async offer() {
    /** @param {string} name */
    const has = async (name) => {
      try {
        return await Service.supports(name)
      } catch {
        return false
      }
    }
    const [db, pay, share, nickname] = await Promise.all([
      has('db'),
      has('pay'),
      has('share'),
      has('nickname'),
    ])
    byId('open-scores').hidden = !db
    byId('open-shop').hidden = !pay
    byId('share').hidden = !share
    this.hasNicknames = nickname
    return { db, pay }
  }

  /** @param {string} id */
  show(id) {
    this.open = id
    document.body.dataset.panel = id
    byId(id).hidden = false
    const back = /** @type {HTMLElement} */ (byId(id).querySelector('.back'))
    back.focus({ preventScroll: true })
  }

  close() {
    if (this.open === null) return
    byId(this.open).hidden = true
    this.open = null
    delete document.body.dataset.panel
    byId('shop-text').textContent = ''
    this.onClose()
  }

  // ----- The ranking

  async showScores() {
    this.show('scores')
    byId('scores-text').textContent = 'Loading…'
    byId('scores-list').replaceChildren()
    byId('nickname').hidden = true
    try {
      const records = await this.ranking.top()
      byId('scores-list').replaceChildren(...records.map((record) => this.row(record)))
      byId('scores-text').textContent = records.length === 0 ? 'Nobody yet. Be the first!' : ''
      const mine = records.find(({ player }) => player.id === this.player)
      // Players choose their nickname themselves. The button appears for ranked players without one.
      byId('nickname').hidden = !this.hasNicknames || mine === undefined || mine.player.nickname !== null
    } catch {
      byId('scores-text').textContent = 'The ranking could not be reached. Try again in a while.'
    }
  }

  /** @param {ServiceMiniapp.SharedRecord} record */
  row({ player, value }) {
    const row = document.createElement('li')
    const name = document.createElement('bdi')
    const isMe = player.id === this.player
    name.textContent = player.nickname ?? (isMe ? 'You' : 'Somebody')
    const score = document.createElement('b')
    // Insert what others wrote as text, never as HTML.
    score.textContent = value
    row.append(name, score)
    row.classList.toggle('me', isMe)
    return row
  }

  async askNickname() {
    try {
      await Service.getNickname({ ask: true })
      await this.showScores()
    } catch {
      // Another sheet is open, or the host does not answer: keep the button.
    }
  }

  // ----- The shop

  /**
   * `pay` must be called within the tap, before anything is awaited.
   * @param {string} product
   */
  async buy(product) {
    /** @param {string} words */
    const say = (words) => {
      byId('shop-text').textContent = words
    }
    try {
      const answer = await this.shop.buy(product)
      say(PAY_WORDS[answer.status === 'failed' ? answer.reason : answer.status])
    } catch (error) {
      const code = codeOf(error)
      if (code !== 'BUSY') say(code === 'OFFLINE' ? PAY_WORDS.OFFLINE : PAY_WORDS.late)
    }
    this.showOwned()
  }

  showOwned() {
    const { hasComet, chancesLeft } = this.shop
    const comet = button('buy-comet')
    comet.disabled = hasComet
    comet.textContent = hasComet ? 'Yours' : (comet.dataset.price ?? '')
    byId('chances-left').textContent = String(chancesLeft)
  }
}
