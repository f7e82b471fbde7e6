import { useSignal } from '@preact/signals'
import type { AppDataSale } from '../../../../host/app-data.js'
import type { Figures } from '../../control.js'
import { ConfirmButton } from '../../controls/confirm-button.js'
import { DataList, Details } from './data-list.js'
import { formatWhen, personOf, type SectionProps } from './section.js'

/** What the chosen seat bought, and what became of it (3.2, 3.3). */
export const PurchasesSection = ({
  data,
  seat,
  wanted,
  edit,
  figures,
}: SectionProps & { readonly figures: Figures | null }) => {
  const id = useSignal<string | null>(null)
  const buyer = personOf(data, seat)
  const all = data.sales.filter((sale) => sale.buyer === buyer).reverse()
  const shown =
    wanted === ''
      ? all
      : all.filter((sale) =>
          `${nameOf(sale)} ${sale.id} ${STATES[sale.state]}`.toLowerCase().includes(wanted),
        )
  const selected = shown.findIndex((sale) => sale.id === id.value)
  const sale = shown[selected]
  return (
    <DataList
      label="Purchases"
      count={shown.length}
      selected={selected}
      onSelect={(index) => {
        id.value = shown[index]?.id ?? null
      }}
      onEscape={() => {
        id.value = null
      }}
      row={(index) => {
        const one = shown[index]
        if (one === undefined) return null
        return (
          <>
            <span class="row-time">{formatWhen(one.purchasedAt)}</span>
            <span class="row-name">{nameOf(one)}</span>
            <span class="row-summary">{describeState(one)}</span>
            <span class="row-duration">{one.price}</span>
          </>
        )
      }}
      empty={all.length === 0 ? `Seat ${seat} has bought nothing.` : 'No purchase passes the filter.'}
      details={
        sale !== undefined && (
          <SaleDetails
            key={sale.id}
            sale={sale}
            edit={edit}
            onClose={() => {
              id.value = null
            }}
          />
        )
      }
      foot={
        figures !== null && (
          <span title="The three figures on the app's page, in credits, over all people (3.3)">
            Purchases {figures.purchases} · held {figures.held} · paid to you {figures.paid}
          </span>
        )
      }
    />
  )
}

interface SaleDetailsProps extends Pick<SectionProps, 'edit'> {
  readonly sale: AppDataSale
  readonly onClose: () => void
}

const SaleDetails = ({ sale, edit, onClose }: SaleDetailsProps) => {
  const { id, state } = sale
  const held = state === 'held' || state === 'confirming'
  return (
    <Details title={`${nameOf(sale)} for ${sale.price} credits`} onClose={onClose}>
      <dl class="facts">
        <dt>State</dt>
        <dd>{describeState(sale)}</dd>
        <dt>Bought</dt>
        <dd>{formatWhen(sale.purchasedAt)}</dd>
        {typeof sale.consumedAt === 'string' && (
          <>
            <dt>Consumed</dt>
            <dd>{formatWhen(sale.consumedAt)}</dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <div class="data-actions">
        {isConsumable(sale) && state !== 'returned' && state !== 'confirming' && !sale.consumedAt && (
          <button type="button" class="button" onClick={() => void edit({ edit: 'consume', sale: id })}>
            Mark as consumed
          </button>
        )}
        {held && (
          <button
            type="button"
            class="button"
            title="For an app problem: the credits go back, and the record disappears (3.2, 3.3)"
            onClick={() => void edit({ edit: 'refund', sale: id })}
          >
            Refund
          </button>
        )}
        {state === 'awaiting-manual' && (
          <button
            type="button"
            class="button"
            title="What an admin does after an automatic payment failed (3.3)"
            onClick={() => void edit({ edit: 'complete-payout', sale: id })}
          >
            Complete the payout by hand
          </button>
        )}
        <ConfirmButton
          confirm="Remove without a refund"
          onConfirm={() => void edit({ edit: 'forget-sale', sale: id })}
        >
          Remove
        </ConfirmButton>
      </div>
    </Details>
  )
}

const nameOf = ({ item }: AppDataSale): string => (item.type === 'product' ? item.id : 'Access')

const isConsumable = ({ item }: AppDataSale): boolean => item.type === 'product' && item.kind === 'consumable'

const STATES = {
  confirming: 'being confirmed',
  held: 'held',
  'paid-out': 'paid to you',
  'awaiting-manual': 'payout failed, to be completed by hand',
  returned: 'returned',
} as const satisfies Record<AppDataSale['state'], string>

const REASONS = {
  unconsumed: 'not consumed within 24 hours',
  refund: 'refunded',
  blocked: 'the app was blocked',
  deleted: 'the app was deleted',
} as const satisfies Record<NonNullable<AppDataSale['returnReason']>, string>

const describeState = (sale: AppDataSale): string => {
  const reason =
    sale.returnReason === null || sale.returnReason === undefined ? '' : `: ${REASONS[sale.returnReason]}`
  const consumed =
    isConsumable(sale) && sale.state !== 'returned' ? (sale.consumedAt ? ', consumed' : ', not consumed') : ''
  return `${STATES[sale.state]}${reason}${consumed}`
}
