// Made from docs/openapi.json by `npm run docs -- openapi`.

export interface HostCalls {
  /** Read arrears by age */
  '/host/accounting/aging': {
    request: {
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
    };
    data: {
      /** Today in the market */
      day: string;
      /** Loans by how late they are */
      buckets: {
        /** `current`, `1-30`, `31-60`, `61-90` or `91+` days since the oldest unpaid due date */
        bucket: string;
        /** How many loans */
        loanCount: number;
        /** Minor units as digits, since a sum may be any size */
        owedMinor: string;
        /** Of it, what is past its due date */
        overdueMinor: string;
      }[];
    };
  };
  /** Export the journal */
  '/host/accounting/journal': {
    request: {
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** By the day it was booked, in the currency's market */
      fromDay: string;
      /** Last day it holds, YYYY-MM-DD */
      throughDay: string;
      /** How it is written */
      format: 'csv' | 'ledger';
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** Transactions of a page; 500 when absent */
      limit?: number;
    };
    data: {
      /** The pages one after the other are the file; the first of a CSV has the header */
      text: string;
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Reconcile providers by day */
  '/host/accounting/reconciliation': {
    request: {
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** By the day it was booked, in the currency's market */
      fromDay: string;
      /** Last day it holds, YYYY-MM-DD */
      throughDay: string;
    };
    data: {
      /** The days that were compared */
      days: {
        /** Who reported the money */
        provider: string;
        /** The day, YYYY-MM-DD */
        day: string;
        /** How many events */
        count: number;
        /** Minor units as digits, since a sum may be any size */
        reportedMinor: string;
        /** Minor units as digits, since a sum may be any size */
        postedMinor: string;
        /** Minor units as digits, since a sum may be any size */
        unmatchedMinor: string;
        /** Minor units as digits, since a sum may be any size */
        reversedMinor: string;
        /** In cash or held by the provider, reversals taken off */
        bookedMinor: string;
        /** Posted less booked: 0 when the books are sound */
        differenceMinor: string;
      }[];
    };
  };
  /** Read roll rates of arrears */
  '/host/accounting/roll-rates': {
    request: {
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** By the day it was booked, in the currency's market */
      fromDay: string;
      /** Last day it holds, YYYY-MM-DD */
      throughDay: string;
    };
    data: {
      /** Loans by where they were and are */
      moves: {
        /** A bucket of the aging */
        from: string;
        /** A bucket, or `settled`, `written-off`, `sold` */
        to: string;
        /** How many loans */
        loanCount: number;
        /** Minor units as digits, since a sum may be any size */
        owedMinor: string;
      }[];
    };
  };
  /** Read the trial balance */
  '/host/accounting/trial-balance': {
    request: {
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** By the day it was booked, in the currency's market */
      fromDay: string;
      /** Last day it holds, YYYY-MM-DD */
      throughDay: string;
    };
    data: {
      /** The accounts */
      accounts: {
        /** `clearing:` and a name is what that provider or bank holds of what it reported */
        account: string;
        /** Minor units as digits, since a sum may be any size */
        openingMinor: string;
        /** Minor units as digits, since a sum may be any size */
        debitMinor: string;
        /** Minor units as digits, since a sum may be any size */
        creditMinor: string;
        /** Minor units as digits, since a sum may be any size */
        closingMinor: string;
      }[];
      /** Of all accounts together: 0 when the books are sound */
      closingMinor: string;
    };
  };
  /** Add an edition of the loan agreement */
  '/host/agreement-versions': {
    request: {
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** Which version */
      version: string;
      /** The first day it is in force, in the market's time: today, or later; today when absent */
      effectiveFrom?: string;
      /** In the market's language at least; who reads the other one without a text gets that */
      texts: {
        /** Plain text. The rates of the product and the figures of the loan follow it by themselves */
        es?: {
          /** Heading of the text */
          title: string;
          /** What is agreed, in a sentence or two */
          summary: string;
          /**
           * The sections of the text
           *
           * @minItems 1
           * @maxItems 60
           */
          sections: [
            {
              /** Heading of a section */
              heading: string;
              /**
               * Its paragraphs
               *
               * @minItems 1
               * @maxItems 100
               */
              paragraphs: [string, ...string[]];
            },
            ...{
              /** Heading of a section */
              heading: string;
              /**
               * Its paragraphs
               *
               * @minItems 1
               * @maxItems 100
               */
              paragraphs: [string, ...string[]];
            }[]
          ];
        };
        /** Plain text. The rates of the product and the figures of the loan follow it by themselves */
        en?: {
          /** Heading of the text */
          title: string;
          /** What is agreed, in a sentence or two */
          summary: string;
          /**
           * The sections of the text
           *
           * @minItems 1
           * @maxItems 60
           */
          sections: [
            {
              /** Heading of a section */
              heading: string;
              /**
               * Its paragraphs
               *
               * @minItems 1
               * @maxItems 100
               */
              paragraphs: [string, ...string[]];
            },
            ...{
              /** Heading of a section */
              heading: string;
              /**
               * Its paragraphs
               *
               * @minItems 1
               * @maxItems 100
               */
              paragraphs: [string, ...string[]];
            }[]
          ];
        };
      };
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** Which version */
      version: string;
      /** First day the version holds, YYYY-MM-DD */
      effectiveFrom: string;
      /** In the market's language at least; who reads the other one without a text gets that */
      texts: {
        /** Plain text. The rates of the product and the figures of the loan follow it by themselves */
        es?: {
          /** Heading of the text */
          title: string;
          /** What is agreed, in a sentence or two */
          summary: string;
          /**
           * The sections of the text
           *
           * @minItems 1
           * @maxItems 60
           */
          sections: [
            {
              /** Heading of a section */
              heading: string;
              /**
               * Its paragraphs
               *
               * @minItems 1
               * @maxItems 100
               */
              paragraphs: [string, ...string[]];
            },
            ...{
              /** Heading of a section */
              heading: string;
              /**
               * Its paragraphs
               *
               * @minItems 1
               * @maxItems 100
               */
              paragraphs: [string, ...string[]];
            }[]
          ];
        };
        /** Plain text. The rates of the product and the figures of the loan follow it by themselves */
        en?: {
          /** Heading of the text */
          title: string;
          /** What is agreed, in a sentence or two */
          summary: string;
          /**
           * The sections of the text
           *
           * @minItems 1
           * @maxItems 60
           */
          sections: [
            {
              /** Heading of a section */
              heading: string;
              /**
               * Its paragraphs
               *
               * @minItems 1
               * @maxItems 100
               */
              paragraphs: [string, ...string[]];
            },
            ...{
              /** Heading of a section */
              heading: string;
              /**
               * Its paragraphs
               *
               * @minItems 1
               * @maxItems 100
               */
              paragraphs: [string, ...string[]];
            }[]
          ];
        };
      };
      /** When it was made, ISO 8601 in UTC */
      madeAt: string;
      /** Who made it */
      madeBy: string;
    };
  };
  /** List the editions of the loan agreement */
  '/host/agreement-versions/list': {
    request: {
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 10 when absent */
      limit?: number;
    };
    data: {
      /** The versions, newest first */
      agreementVersions: {
        /** MX or IN: its currency, time zone, law and telephone rule */
        market: 'MX' | 'IN';
        /** Which version */
        version: string;
        /** First day the version holds, YYYY-MM-DD */
        effectiveFrom: string;
        /** In the market's language at least; who reads the other one without a text gets that */
        texts: {
          /** Plain text. The rates of the product and the figures of the loan follow it by themselves */
          es?: {
            /** Heading of the text */
            title: string;
            /** What is agreed, in a sentence or two */
            summary: string;
            /**
             * The sections of the text
             *
             * @minItems 1
             * @maxItems 60
             */
            sections: [
              {
                /** Heading of a section */
                heading: string;
                /**
                 * Its paragraphs
                 *
                 * @minItems 1
                 * @maxItems 100
                 */
                paragraphs: [string, ...string[]];
              },
              ...{
                /** Heading of a section */
                heading: string;
                /**
                 * Its paragraphs
                 *
                 * @minItems 1
                 * @maxItems 100
                 */
                paragraphs: [string, ...string[]];
              }[]
            ];
          };
          /** Plain text. The rates of the product and the figures of the loan follow it by themselves */
          en?: {
            /** Heading of the text */
            title: string;
            /** What is agreed, in a sentence or two */
            summary: string;
            /**
             * The sections of the text
             *
             * @minItems 1
             * @maxItems 60
             */
            sections: [
              {
                /** Heading of a section */
                heading: string;
                /**
                 * Its paragraphs
                 *
                 * @minItems 1
                 * @maxItems 100
                 */
                paragraphs: [string, ...string[]];
              },
              ...{
                /** Heading of a section */
                heading: string;
                /**
                 * Its paragraphs
                 *
                 * @minItems 1
                 * @maxItems 100
                 */
                paragraphs: [string, ...string[]];
              }[]
            ];
          };
        };
        /** When it was made, ISO 8601 in UTC */
        madeAt: string;
        /** Who made it */
        madeBy: string;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Decide an application */
  '/host/applications/decision': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** approve or decline */
      decision: 'approve' | 'decline';
      /** The borrower is told one of affordability, income, credit-record, open-debt, identity, incomplete-data, account in their language; any other is kept */
      reason?: string;
      /** The first day on which a declined borrower may apply again */
      reapplyOn?: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
    };
  };
  /** Add or change a borrower */
  '/host/borrowers': {
    request: {
      /** What the lender calls the person */
      lenderBorrowerId: string;
      /** Its name; of a borrower the full name */
      name: string;
      /** Where the borrower lives, in one line */
      address: string;
      /** A mobile number of the market, with or without its calling code */
      mobilePhone: string;
      /** Fixed once something was quoted to the person */
      market: 'MX' | 'IN';
      /** That of the market when absent */
      language?: 'es' | 'en';
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** What the service calls the person, in every other call */
      borrowerId: string;
      /** The borrower, as the lender names them */
      lenderBorrowerId: string | null;
      /** Its name; of a borrower the full name */
      name: string;
      /** Where the borrower lives, in one line */
      address: string;
      /** Ten digits, without the calling code */
      mobilePhone: string;
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** es or en */
      language: 'es' | 'en';
      /** The IANA time zone in whose hours the person is reminded and contacted, by address or telephone; null: in hours that hold in all of the market */
      timeZone: string | null;
      /** When it was made, ISO 8601 in UTC */
      createdAt: string;
      /** When it was last changed, ISO 8601 in UTC */
      changedAt: string | null;
      /** Who changed it last */
      changedBy: string | null;
      /** When the borrower was blocked, ISO 8601 in UTC; null when not */
      blockedAt: string | null;
      /** Who blocked them */
      blockedBy: string | null;
      /** Why; never shown to the borrower */
      blockReason: string | null;
      /** When a legal hold was set, ISO 8601 in UTC; null for none */
      heldAt: string | null;
      /** Who set it */
      heldBy: string | null;
      /** Why; never shown to the borrower */
      holdReason: string | null;
      /** Since when nothing tells who this was */
      erasedAt: string | null;
    };
  };
  /** Block a borrower */
  '/host/borrowers/block': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** For the lender; the borrower is not told */
      reason: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** What the service calls the person, in every other call */
      borrowerId: string;
      /** The borrower, as the lender names them */
      lenderBorrowerId: string | null;
      /** Its name; of a borrower the full name */
      name: string;
      /** Where the borrower lives, in one line */
      address: string;
      /** Ten digits, without the calling code */
      mobilePhone: string;
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** es or en */
      language: 'es' | 'en';
      /** The IANA time zone in whose hours the person is reminded and contacted, by address or telephone; null: in hours that hold in all of the market */
      timeZone: string | null;
      /** When it was made, ISO 8601 in UTC */
      createdAt: string;
      /** When it was last changed, ISO 8601 in UTC */
      changedAt: string | null;
      /** Who changed it last */
      changedBy: string | null;
      /** When the borrower was blocked, ISO 8601 in UTC; null when not */
      blockedAt: string | null;
      /** Who blocked them */
      blockedBy: string | null;
      /** Why; never shown to the borrower */
      blockReason: string | null;
      /** When a legal hold was set, ISO 8601 in UTC; null for none */
      heldAt: string | null;
      /** Who set it */
      heldBy: string | null;
      /** Why; never shown to the borrower */
      holdReason: string | null;
      /** Since when nothing tells who this was */
      erasedAt: string | null;
    };
  };
  /** Erase a borrower */
  '/host/borrowers/erase': {
    request: {
      /** The borrower, as this service names them */
      borrowerId?: string;
      /** Of a registration, in any of the forms a number may be given in */
      mobilePhone?: string;
      /** The registration */
      registrationId?: string;
      /** Why, for instance the number of the request; kept, so it must not name the person */
      reason: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** Names the erasure */
      erasureId: string;
      /** Null for a registration of somebody who is no borrower */
      borrowerId: string | null;
      /** Null for a borrower */
      registrationId: string | null;
      /** Why, in the lender’s words */
      reason: string;
      /** When personal data was erased, ISO 8601 in UTC; null when not */
      erasedAt: string;
      /** Who asked for it */
      erasedBy: string;
      /** How many rows of each table were emptied or removed, and files */
      counts: {
        [k: string]: number;
      };
      /** SHA-256 of the JSON text of [erasureId, borrowerId or registrationId, reason, erasedAt, erasedBy, [table, count]…], tables in alphabetical order */
      hash: string;
    };
  };
  /** Export all that is held about a borrower */
  '/host/borrowers/export': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
    };
    data: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** When the copy was made, ISO 8601 in UTC */
      exportedAt: string;
      /** Rows by table, each by the names of its columns: amounts in minor units, instants ISO 8601. Left out are secrets, such as the tokens of cards, and hashes */
      tables: {
        [k: string]: {
          [k: string]: unknown;
        }[];
      };
      /** Images of complaints and answers; a link has no origin and opens for a quarter of an hour */
      images: {
        /** Name of the file */
        name: string;
        /** Where it can be fetched */
        link: string;
      }[];
    };
  };
  /** Put a borrower under a legal hold */
  '/host/borrowers/hold': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** For the lender; the borrower is not told */
      reason: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** What the service calls the person, in every other call */
      borrowerId: string;
      /** The borrower, as the lender names them */
      lenderBorrowerId: string | null;
      /** Its name; of a borrower the full name */
      name: string;
      /** Where the borrower lives, in one line */
      address: string;
      /** Ten digits, without the calling code */
      mobilePhone: string;
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** es or en */
      language: 'es' | 'en';
      /** The IANA time zone in whose hours the person is reminded and contacted, by address or telephone; null: in hours that hold in all of the market */
      timeZone: string | null;
      /** When it was made, ISO 8601 in UTC */
      createdAt: string;
      /** When it was last changed, ISO 8601 in UTC */
      changedAt: string | null;
      /** Who changed it last */
      changedBy: string | null;
      /** When the borrower was blocked, ISO 8601 in UTC; null when not */
      blockedAt: string | null;
      /** Who blocked them */
      blockedBy: string | null;
      /** Why; never shown to the borrower */
      blockReason: string | null;
      /** When a legal hold was set, ISO 8601 in UTC; null for none */
      heldAt: string | null;
      /** Who set it */
      heldBy: string | null;
      /** Why; never shown to the borrower */
      holdReason: string | null;
      /** Since when nothing tells who this was */
      erasedAt: string | null;
    };
  };
  /** List borrowers */
  '/host/borrowers/list': {
    request: {
      /** In any of the forms a number may be given in */
      mobilePhone?: string;
      /** Only those who are blocked */
      isBlocked?: true;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The borrowers found */
      borrowers: {
        /** What the service calls the person, in every other call */
        borrowerId: string;
        /** The borrower, as the lender names them */
        lenderBorrowerId: string | null;
        /** Its name; of a borrower the full name */
        name: string;
        /** Where the borrower lives, in one line */
        address: string;
        /** Ten digits, without the calling code */
        mobilePhone: string;
        /** MX or IN: its currency, time zone, law and telephone rule */
        market: 'MX' | 'IN';
        /** es or en */
        language: 'es' | 'en';
        /** The IANA time zone in whose hours the person is reminded and contacted, by address or telephone; null: in hours that hold in all of the market */
        timeZone: string | null;
        /** When it was made, ISO 8601 in UTC */
        createdAt: string;
        /** When it was last changed, ISO 8601 in UTC */
        changedAt: string | null;
        /** Who changed it last */
        changedBy: string | null;
        /** When the borrower was blocked, ISO 8601 in UTC; null when not */
        blockedAt: string | null;
        /** Who blocked them */
        blockedBy: string | null;
        /** Why; never shown to the borrower */
        blockReason: string | null;
        /** When a legal hold was set, ISO 8601 in UTC; null for none */
        heldAt: string | null;
        /** Who set it */
        heldBy: string | null;
        /** Why; never shown to the borrower */
        holdReason: string | null;
        /** Since when nothing tells who this was */
        erasedAt: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Read a borrower */
  '/host/borrowers/read': {
    request: {
      /** The borrower, as this service names them */
      borrowerId?: string;
      /** What the lender calls the person */
      lenderBorrowerId?: string;
    };
    data: {
      /** What the service calls the person, in every other call */
      borrowerId: string;
      /** The borrower, as the lender names them */
      lenderBorrowerId: string | null;
      /** Its name; of a borrower the full name */
      name: string;
      /** Where the borrower lives, in one line */
      address: string;
      /** Ten digits, without the calling code */
      mobilePhone: string;
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** es or en */
      language: 'es' | 'en';
      /** The IANA time zone in whose hours the person is reminded and contacted, by address or telephone; null: in hours that hold in all of the market */
      timeZone: string | null;
      /** When it was made, ISO 8601 in UTC */
      createdAt: string;
      /** When it was last changed, ISO 8601 in UTC */
      changedAt: string | null;
      /** Who changed it last */
      changedBy: string | null;
      /** When the borrower was blocked, ISO 8601 in UTC; null when not */
      blockedAt: string | null;
      /** Who blocked them */
      blockedBy: string | null;
      /** Why; never shown to the borrower */
      blockReason: string | null;
      /** When a legal hold was set, ISO 8601 in UTC; null for none */
      heldAt: string | null;
      /** Who set it */
      heldBy: string | null;
      /** Why; never shown to the borrower */
      holdReason: string | null;
      /** Since when nothing tells who this was */
      erasedAt: string | null;
      /** Every time the person was blocked or unblocked, oldest first */
      blockChanges: {
        /** Whether that blocked or unblocked */
        isBlocked: boolean;
        /** Why, in the lender’s words */
        reason: string;
        /** When, ISO 8601 in UTC */
        at: string;
        /** Who did it */
        by: string;
      }[];
      /** Every time a legal hold was set or lifted, oldest first */
      holdChanges: {
        /** Whether that set or lifted it */
        isHeld: boolean;
        /** Why, in the lender’s words */
        reason: string;
        /** When, ISO 8601 in UTC */
        at: string;
        /** Who did it */
        by: string;
      }[];
    };
  };
  /** Lift a legal hold */
  '/host/borrowers/release': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** For the lender; the borrower is not told */
      reason: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** What the service calls the person, in every other call */
      borrowerId: string;
      /** The borrower, as the lender names them */
      lenderBorrowerId: string | null;
      /** Its name; of a borrower the full name */
      name: string;
      /** Where the borrower lives, in one line */
      address: string;
      /** Ten digits, without the calling code */
      mobilePhone: string;
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** es or en */
      language: 'es' | 'en';
      /** The IANA time zone in whose hours the person is reminded and contacted, by address or telephone; null: in hours that hold in all of the market */
      timeZone: string | null;
      /** When it was made, ISO 8601 in UTC */
      createdAt: string;
      /** When it was last changed, ISO 8601 in UTC */
      changedAt: string | null;
      /** Who changed it last */
      changedBy: string | null;
      /** When the borrower was blocked, ISO 8601 in UTC; null when not */
      blockedAt: string | null;
      /** Who blocked them */
      blockedBy: string | null;
      /** Why; never shown to the borrower */
      blockReason: string | null;
      /** When a legal hold was set, ISO 8601 in UTC; null for none */
      heldAt: string | null;
      /** Who set it */
      heldBy: string | null;
      /** Why; never shown to the borrower */
      holdReason: string | null;
      /** Since when nothing tells who this was */
      erasedAt: string | null;
    };
  };
  /** Unblock a borrower */
  '/host/borrowers/unblock': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** For the lender; the borrower is not told */
      reason: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** What the service calls the person, in every other call */
      borrowerId: string;
      /** The borrower, as the lender names them */
      lenderBorrowerId: string | null;
      /** Its name; of a borrower the full name */
      name: string;
      /** Where the borrower lives, in one line */
      address: string;
      /** Ten digits, without the calling code */
      mobilePhone: string;
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** es or en */
      language: 'es' | 'en';
      /** The IANA time zone in whose hours the person is reminded and contacted, by address or telephone; null: in hours that hold in all of the market */
      timeZone: string | null;
      /** When it was made, ISO 8601 in UTC */
      createdAt: string;
      /** When it was last changed, ISO 8601 in UTC */
      changedAt: string | null;
      /** Who changed it last */
      changedBy: string | null;
      /** When the borrower was blocked, ISO 8601 in UTC; null when not */
      blockedAt: string | null;
      /** Who blocked them */
      blockedBy: string | null;
      /** Why; never shown to the borrower */
      blockReason: string | null;
      /** When a legal hold was set, ISO 8601 in UTC; null for none */
      heldAt: string | null;
      /** Who set it */
      heldBy: string | null;
      /** Why; never shown to the borrower */
      holdReason: string | null;
      /** Since when nothing tells who this was */
      erasedAt: string | null;
    };
  };
  /** List burial-point events */
  '/host/burial-points/list': {
    request: {
      /** Only those from this instant on */
      since?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** What the pages told of */
      burialPoints: {
        /** Names what was told */
        burialPointId: string;
        /** What happened */
        event: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** The product */
        productId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** When it happened, ISO 8601 in UTC */
        occurredAt: string;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** List disputed charges */
  '/host/charge-disputes/list': {
    request: {
      /** Where it stands */
      state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** Charges that borrowers do not agree with */
      disputes: {
        /** Names the dispute of a charge */
        disputeId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** The payment of the plan that it was charged to */
        sequence: number;
        /** What was charged */
        kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
        /** What was charged when it was disputed, and when it ended once it did, in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** Why, in the lender’s words */
        reason: 'not-agreed' | 'wrong-amount' | 'paid-on-time' | 'told-otherwise' | 'other';
        /** The borrower's own; empty for none */
        words: string;
        /** Where it stands */
        state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
        /** When it was filed, ISO 8601 in UTC */
        filedAt: string;
        /** When it becomes a complaint by itself while it is open */
        answerBy: string;
        /** When it was answered or taken back */
        endedAt: string | null;
        /** Who answered; null for the service itself or nobody */
        answeredBy: string | null;
        /** What the borrower was told; null for nothing */
        answer: string | null;
        /** What was taken off the charge, in minor units; 0 unless it was upheld */
        takenOffMinor: number;
        /** What was taken off the tax on it, in minor units */
        vatTakenOffMinor: number;
        /** The complaint that it became; null for none */
        folio: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Read a disputed charge */
  '/host/charge-disputes/read': {
    request: {
      /** Names the dispute of a charge */
      disputeId: string;
    };
    data: {
      /** Names the dispute of a charge */
      disputeId: string;
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** The payment of the plan that it was charged to */
      sequence: number;
      /** What was charged */
      kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
      /** What was charged when it was disputed, and when it ended once it did, in minor units */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Why, in the lender’s words */
      reason: 'not-agreed' | 'wrong-amount' | 'paid-on-time' | 'told-otherwise' | 'other';
      /** The borrower's own; empty for none */
      words: string;
      /** Where it stands */
      state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
      /** When it was filed, ISO 8601 in UTC */
      filedAt: string;
      /** When it becomes a complaint by itself while it is open */
      answerBy: string;
      /** When it was answered or taken back */
      endedAt: string | null;
      /** Who answered; null for the service itself or nobody */
      answeredBy: string | null;
      /** What the borrower was told; null for nothing */
      answer: string | null;
      /** What was taken off the charge, in minor units; 0 unless it was upheld */
      takenOffMinor: number;
      /** What was taken off the tax on it, in minor units */
      vatTakenOffMinor: number;
      /** The complaint that it became; null for none */
      folio: string | null;
      /** What of it is charged today, in minor units; at most that can be taken off */
      chargedMinor: number;
    };
  };
  /** Reject a disputed charge */
  '/host/charge-disputes/reject': {
    request: {
      /** Names the dispute of a charge */
      disputeId: string;
      /** What the borrower is told */
      answer: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** Names the dispute of a charge */
      disputeId: string;
      /** Where it stands */
      state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
    };
  };
  /** Uphold a disputed charge */
  '/host/charge-disputes/uphold': {
    request: {
      /** Names the dispute of a charge */
      disputeId: string;
      /** What is taken off the charge; all that stands of it when absent */
      amountMinor?: number;
      /** What the borrower is told */
      answer: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** Names the dispute of a charge */
      disputeId: string;
      /** Where it stands */
      state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
      /** In minor units */
      takenOffMinor: number;
      /** Taken off the tax on it, in minor units */
      vatTakenOffMinor: number;
      /** What settles the loan today after it, in minor units */
      owedMinor: number;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
    };
  };
  /** Waive a penalty or fee */
  '/host/charges/waive': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** What of the debt it is */
      component?: 'penalty' | 'fee';
      /** One instalment; every one when absent */
      sequence?: number;
      /** All that is owed of it when absent */
      amountMinor?: number;
      /** The transaction of a waiver that is taken back, instead of a component */
      reversesId?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** Of the waiver, to take it back by */
      transactionId: string;
      /** What was waived, or is owed again */
      waivedMinor: number;
      /** What settles the loan today afterwards */
      owedMinor: number;
    };
  };
  /** List complaints */
  '/host/complaints': {
    request: {
      /** Where it stands */
      state: 'received' | 'in-review' | 'answered' | 'closed';
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The complaints */
      complaints: {
        /** The complaint, as this service names it */
        complaintId: string;
        /** The complaint’s number, as the borrower knows it */
        folio: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** Its type */
        typeId: '1' | '2' | '3' | '4' | '5' | '9';
        /** Its subtype; null for none */
        subtypeId: ('11' | '12' | '13' | '14' | '19') | null;
        /** What the borrower wrote */
        content: string;
        /** Where it stands */
        state: 'received' | 'in-review' | 'answered' | 'closed';
        /** When it was filed, ISO 8601 in UTC */
        filedAt: string;
        /** When it was taken up, ISO 8601 in UTC; null when not */
        reviewedAt: string | null;
        /** When it was answered, ISO 8601 in UTC; null when not */
        answeredAt: string | null;
        /** When it was closed, ISO 8601 in UTC; null when not */
        closedAt: string | null;
        /** The answer to the complaint */
        reply: string | null;
        /** Answers that say only that the answer takes longer, oldest first */
        interimAnswers: {
          /** What the borrower was told */
          text: string;
          /** When it was sent, ISO 8601 in UTC; null when not */
          sentAt: string;
        }[];
        /** Stars, 1 to 5; null when not rated */
        score: number | null;
        /** Links without an origin; each opens for a quarter of an hour */
        images: string[];
        /** Names of the images of the answer */
        replyImages: string[];
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Answer a complaint */
  '/host/complaints/answer': {
    request: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** The answer to the complaint */
      reply: string;
      /**
       * As the upload gave them, in the order to show
       *
       * @maxItems 9
       */
      images?: string[];
    };
    data: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** Where it stands */
      state: 'received' | 'in-review' | 'answered' | 'closed';
    };
  };
  /** Close a complaint */
  '/host/complaints/close': {
    request: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
    };
    data: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** Where it stands */
      state: 'received' | 'in-review' | 'answered' | 'closed';
    };
  };
  /** Export complaints */
  '/host/complaints/export': {
    request: {
      /** Only those of borrowers of a market */
      market?: 'MX' | 'IN';
      /** Only those filed then or later */
      filedFrom?: string;
      /** Only those filed before */
      filedBefore?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The complaints */
      complaints: {
        /** The complaint, as this service names it */
        complaintId: string;
        /** The complaint’s number, as the borrower knows it */
        folio: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** Its type */
        typeId: '1' | '2' | '3' | '4' | '5' | '9';
        /** Its subtype; null for none */
        subtypeId: ('11' | '12' | '13' | '14' | '19') | null;
        /** What the borrower wrote */
        content: string;
        /** Where it stands */
        state: 'received' | 'in-review' | 'answered' | 'closed';
        /** When it was filed, ISO 8601 in UTC */
        filedAt: string;
        /** When it was taken up, ISO 8601 in UTC; null when not */
        reviewedAt: string | null;
        /** When it was answered, ISO 8601 in UTC; null when not */
        answeredAt: string | null;
        /** When it was closed, ISO 8601 in UTC; null when not */
        closedAt: string | null;
        /** The answer to the complaint */
        reply: string | null;
        /** Answers that say only that the answer takes longer, oldest first */
        interimAnswers: {
          /** What the borrower was told */
          text: string;
          /** When it was sent, ISO 8601 in UTC; null when not */
          sentAt: string;
        }[];
        /** Stars, 1 to 5; null when not rated */
        score: number | null;
        /** Links without an origin; each opens for a quarter of an hour */
        images: string[];
        /** Names of the images of the answer */
        replyImages: string[];
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Upload an image for an answer */
  '/host/complaints/images': {
    request: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** JPEG, PNG or WebP of at most 8 MB, in base64 */
      imageBase64: string;
    };
    data: {
      /** Name of the stored image */
      image: string;
    };
  };
  /** Send an interim answer to a complaint */
  '/host/complaints/interim-answers': {
    request: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** What the borrower reads */
      text: string;
    };
    data: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** Where it stands */
      state: 'received' | 'in-review' | 'answered' | 'closed';
    };
  };
  /** Take a complaint into review */
  '/host/complaints/review': {
    request: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
    };
    data: {
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** Where it stands */
      state: 'received' | 'in-review' | 'answered' | 'closed';
    };
  };
  /** Mark a message of the contact page as answered */
  '/host/contact-messages/answer': {
    request: {
      /** The message */
      contactMessageId: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The message */
      contactMessageId: string;
      /** Its name; of a borrower the full name */
      name: string;
      /** The telephone number */
      telephone: string;
      /** Mail address */
      email: string;
      /** What was written */
      remark: string;
      /** Where it stands */
      state: 'open' | 'answered' | 'closed';
      /** When it came, ISO 8601 in UTC */
      receivedAt: string;
      /** When it was answered, ISO 8601 in UTC; null when not */
      answeredAt: string | null;
      /** When it was closed, ISO 8601 in UTC; null when not */
      closedAt: string | null;
      /** Who answered or closed it last */
      handledBy: string | null;
    };
  };
  /** Close a message of the contact page */
  '/host/contact-messages/close': {
    request: {
      /** The message */
      contactMessageId: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The message */
      contactMessageId: string;
      /** Its name; of a borrower the full name */
      name: string;
      /** The telephone number */
      telephone: string;
      /** Mail address */
      email: string;
      /** What was written */
      remark: string;
      /** Where it stands */
      state: 'open' | 'answered' | 'closed';
      /** When it came, ISO 8601 in UTC */
      receivedAt: string;
      /** When it was answered, ISO 8601 in UTC; null when not */
      answeredAt: string | null;
      /** When it was closed, ISO 8601 in UTC; null when not */
      closedAt: string | null;
      /** Who answered or closed it last */
      handledBy: string | null;
    };
  };
  /** List messages of the contact page */
  '/host/contact-messages/list': {
    request: {
      /** Where it stands */
      state: 'open' | 'answered' | 'closed';
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The messages */
      contactMessages: {
        /** The message */
        contactMessageId: string;
        /** Its name; of a borrower the full name */
        name: string;
        /** The telephone number */
        telephone: string;
        /** Mail address */
        email: string;
        /** What was written */
        remark: string;
        /** Where it stands */
        state: 'open' | 'answered' | 'closed';
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** When it was answered, ISO 8601 in UTC; null when not */
        answeredAt: string | null;
        /** When it was closed, ISO 8601 in UTC; null when not */
        closedAt: string | null;
        /** Who answered or closed it last */
        handledBy: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Change the contacts of a market */
  '/host/contacts': {
    request: {
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** As it is shown; empty for none */
      telephone: string;
      /** With its country code; empty for none */
      whatsapp: string;
      /** Empty for none */
      email: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** As it is shown; empty for none */
      telephone: string;
      /** With its country code; empty for none */
      whatsapp: string;
      /** Empty for none */
      email: string;
      /** Null while it is as configured */
      changedAt: string | null;
      /** Who changed it last */
      changedBy: string | null;
    };
  };
  /** List the contacts of each market */
  '/host/contacts/list': {
    request: {};
    data: {
      /** The contacts, by market */
      contacts: {
        /** MX or IN: its currency, time zone, law and telephone rule */
        market: 'MX' | 'IN';
        /** As it is shown; empty for none */
        telephone: string;
        /** With its country code; empty for none */
        whatsapp: string;
        /** Empty for none */
        email: string;
        /** Null while it is as configured */
        changedAt: string | null;
        /** Who changed it last */
        changedBy: string | null;
      }[];
    };
  };
  /** Report a disbursal */
  '/host/disbursals': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The day of the payment in the loan's market; today when absent */
      disbursedOn?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** The transfer in the lender's books */
      reference: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
    };
  };
  /** Have a borrower erased as soon as may be */
  '/host/erasure-requests': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** Why, for instance the number of the request; kept, so it must not name the person */
      reason: string;
      /** The first day on which it may be done, where a law or contract has one */
      notBefore?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** Names the request */
      erasureRequestId: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** Why, in the lender’s words */
      reason: string;
      /** When it was asked for, ISO 8601 in UTC */
      requestedAt: string;
      /** Who asked for it */
      requestedBy: string;
      /** As it was asked for */
      notBefore: string | null;
      /** Where it stands */
      state: 'waiting' | 'done' | 'withdrawn';
      /** loan: one is open, or money is owed or held; complaint: one waits for its answer; hold: a legal hold is to be lifted; day: `notBefore`; null once it is over */
      waitsFor: ('loan' | 'complaint' | 'hold' | 'day') | null;
      /** The earliest day as things stand: the last day on which something is due as agreed, or `notBefore`; null where none is known */
      earliestOn: string | null;
      /** When it was done or withdrawn, ISO 8601 in UTC; null while it waits */
      endedAt: string | null;
      /** The proof, once it is done */
      erasureId: string | null;
    };
  };
  /** List requests for erasure */
  '/host/erasure-requests/list': {
    request: {
      /** Where it stands */
      state?: 'waiting' | 'done' | 'withdrawn';
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The requests, oldest first */
      erasureRequests: {
        /** Names the request */
        erasureRequestId: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** Why, in the lender’s words */
        reason: string;
        /** When it was asked for, ISO 8601 in UTC */
        requestedAt: string;
        /** Who asked for it */
        requestedBy: string;
        /** As it was asked for */
        notBefore: string | null;
        /** Where it stands */
        state: 'waiting' | 'done' | 'withdrawn';
        /** loan: one is open, or money is owed or held; complaint: one waits for its answer; hold: a legal hold is to be lifted; day: `notBefore`; null once it is over */
        waitsFor: ('loan' | 'complaint' | 'hold' | 'day') | null;
        /** The earliest day as things stand: the last day on which something is due as agreed, or `notBefore`; null where none is known */
        earliestOn: string | null;
        /** When it was done or withdrawn, ISO 8601 in UTC; null while it waits */
        endedAt: string | null;
        /** The proof, once it is done */
        erasureId: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Withdraw a request for erasure */
  '/host/erasure-requests/withdraw': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** Names the request */
      erasureRequestId: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** Why, in the lender’s words */
      reason: string;
      /** When it was asked for, ISO 8601 in UTC */
      requestedAt: string;
      /** Who asked for it */
      requestedBy: string;
      /** As it was asked for */
      notBefore: string | null;
      /** Where it stands */
      state: 'waiting' | 'done' | 'withdrawn';
      /** loan: one is open, or money is owed or held; complaint: one waits for its answer; hold: a legal hold is to be lifted; day: `notBefore`; null once it is over */
      waitsFor: ('loan' | 'complaint' | 'hold' | 'day') | null;
      /** The earliest day as things stand: the last day on which something is due as agreed, or `notBefore`; null where none is known */
      earliestOn: string | null;
      /** When it was done or withdrawn, ISO 8601 in UTC; null while it waits */
      endedAt: string | null;
      /** The proof, once it is done */
      erasureId: string | null;
    };
  };
  /** List erasures */
  '/host/erasures/list': {
    request: {
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The erasures */
      erasures: {
        /** Names the erasure */
        erasureId: string;
        /** Null for a registration of somebody who is no borrower */
        borrowerId: string | null;
        /** Null for a borrower */
        registrationId: string | null;
        /** Why, in the lender’s words */
        reason: string;
        /** When personal data was erased, ISO 8601 in UTC; null when not */
        erasedAt: string;
        /** Who asked for it */
        erasedBy: string;
        /** How many rows of each table were emptied or removed, and files */
        counts: {
          [k: string]: number;
        };
        /** SHA-256 of the JSON text of [erasureId, borrowerId or registrationId, reason, erasedAt, erasedBy, [table, count]…], tables in alphabetical order */
        hash: string;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** List events that were given up */
  '/host/events/dead': {
    request: {
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The events */
      events: {
        /** The `webhook-id` it is sent with, however often */
        eventId: string;
        /** Which event it is */
        type: string;
        /** Of the type's data */
        version: number;
        /** When it happened, in the time loans live in */
        timestamp: string;
        /** Grows from each event of a loan to the next; with gaps, since all events share it */
        sequence: string;
        /** What the event says */
        data: {
          [k: string]: unknown;
        };
        /** dead: given up after three days */
        state: 'pending' | 'delivered' | 'dead';
        /** How often its delivery was tried */
        attemptCount: number;
        /** When last, ISO 8601 in UTC; null when never */
        lastAttemptAt: string | null;
        /** Why the last one failed; null when it did not */
        lastFailure: string | null;
        /** When it was delivered, ISO 8601 in UTC; null when not */
        deliveredAt: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** List events */
  '/host/events/list': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The events */
      events: {
        /** The `webhook-id` it is sent with, however often */
        eventId: string;
        /** Which event it is */
        type: string;
        /** Of the type's data */
        version: number;
        /** When it happened, in the time loans live in */
        timestamp: string;
        /** Grows from each event of a loan to the next; with gaps, since all events share it */
        sequence: string;
        /** What the event says */
        data: {
          [k: string]: unknown;
        };
        /** dead: given up after three days */
        state: 'pending' | 'delivered' | 'dead';
        /** How often its delivery was tried */
        attemptCount: number;
        /** When last, ISO 8601 in UTC; null when never */
        lastAttemptAt: string | null;
        /** Why the last one failed; null when it did not */
        lastFailure: string | null;
        /** When it was delivered, ISO 8601 in UTC; null when not */
        deliveredAt: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Send events again */
  '/host/events/redeliver': {
    request: {
      /**
       * The events
       *
       * @minItems 1
       * @maxItems 100
       */
      eventIds: [string, ...string[]];
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** How many are sent again */
      redeliveredCount: number;
    };
  };
  /** Read how jobs stand */
  '/host/jobs': {
    request: {};
    data: {
      /** The jobs */
      jobs: {
        /** The job */
        job: string;
        /** Whether it is at work */
        isRunning: boolean;
        /** When its last run ended; null before the first */
        endedAt: string | null;
        /** refused: it waits for a person, as penalties do for `/host/penalties/step` */
        outcome: ('done' | 'failed' | 'refused') | null;
      }[];
      /** When the oldest event happened that is still to be sent; null when all were */
      oldestWaitingEventAt: string | null;
      /** Whether `/host/events/dead` lists any */
      hasDeadEvents: boolean;
    };
  };
  /** Cancel a loan before it is paid out */
  '/host/loans/cancel': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** Where the loan stands */
      status:
        | 'under-review'
        | 'paying-out'
        | 'declined'
        | 'to-repay'
        | 'overdue'
        | 'settled'
        | 'cancelled'
        | 'written-off'
        | 'sold';
    };
  };
  /** Close a loan that was sold */
  '/host/loans/close': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
      /** Who bought it: the borrower is told whom to pay from now on */
      buyer?: {
        /** Its name; of a borrower the full name */
        name: string;
        /** How to reach them, such as a phone number */
        contact?: string;
      };
      /** What was received for it */
      priceMinor: number;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** Where the loan stands */
      status:
        | 'under-review'
        | 'paying-out'
        | 'declined'
        | 'to-repay'
        | 'overdue'
        | 'settled'
        | 'cancelled'
        | 'written-off'
        | 'sold';
      /** What it owed then */
      owedMinor: number;
    };
  };
  /** End a loan given back within its cooling-off period */
  '/host/loans/cooling-off-exit': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
      /** The day the money was returned, in the loan's market; today when absent */
      returnedOn?: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** Where the loan stands */
      status:
        | 'under-review'
        | 'paying-out'
        | 'declined'
        | 'to-repay'
        | 'overdue'
        | 'settled'
        | 'cancelled'
        | 'written-off'
        | 'sold';
      /** The charges that were taken off */
      forgivenMinor: number;
    };
  };
  /** List the files of a loan */
  '/host/loans/files': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
    };
    data: {
      /** By kind; empty while they are to be made */
      files: {
        /** agreement, or key-facts for the market's paper that was accepted with it */
        kind: 'agreement' | 'key-facts';
        /** Version of an agreement, number of a paper */
        number: string;
        /** The language that the borrower read and accepted it in */
        language: 'es' | 'en';
        /** Of the bytes, in hexadecimal */
        sha256: string;
        /** When it was made, ISO 8601 in UTC */
        madeAt: string;
      }[];
    };
  };
  /** Read a file of a loan */
  '/host/loans/files/read': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** agreement, or key-facts for the market's paper that was accepted with it */
      kind: 'agreement' | 'key-facts';
    };
    data: {
      /** agreement, or key-facts for the market's paper that was accepted with it */
      kind: 'agreement' | 'key-facts';
      /** Version of an agreement, number of a paper */
      number: string;
      /** The language that the borrower read and accepted it in */
      language: 'es' | 'en';
      /** Of the bytes, in hexadecimal */
      sha256: string;
      /** When it was made, ISO 8601 in UTC */
      madeAt: string;
      /** What the bytes are */
      mediaType: 'application/pdf';
      /** The bytes in base64 */
      content: string;
    };
  };
  /** List loans */
  '/host/loans/list': {
    request: {
      /** Where the loan stands */
      status?:
        | 'under-review'
        | 'paying-out'
        | 'declined'
        | 'to-repay'
        | 'overdue'
        | 'settled'
        | 'cancelled'
        | 'written-off'
        | 'sold';
      /** The borrower, as this service names them */
      borrowerId?: string;
      /** First day an instalment falls due, YYYY-MM-DD */
      dueFrom?: string;
      /** Last day an instalment falls due, YYYY-MM-DD */
      dueThrough?: string;
      /** Only what changed since then, ISO 8601 in UTC */
      changedSince?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The loans */
      loans: {
        /** The loan, as this service names it */
        loanId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** The product */
        productId: string;
        /** MX or IN: its currency, time zone, law and telephone rule */
        market: 'MX' | 'IN';
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** Where the loan stands */
        status:
          | 'under-review'
          | 'paying-out'
          | 'declined'
          | 'to-repay'
          | 'overdue'
          | 'settled'
          | 'cancelled'
          | 'written-off'
          | 'sold';
        /** What the borrower is told */
        orderStatus: number;
        /** What was lent, in minor units */
        principalMinor: number;
        /** What its plan has left, penalties booked so far included; what settles it is quoted apart */
        owedMinor: number;
        /** Paid beyond what was owed, and held for the borrower */
        heldMinor: number;
        /** Of the oldest instalment that is not paid */
        dueDate: string | null;
        /** When the offer was accepted, ISO 8601 in UTC */
        appliedAt: string;
        /** Day it was paid out, YYYY-MM-DD; null while it is not */
        disbursedOn: string | null;
        /** When all was paid, ISO 8601 in UTC; null while it is not */
        settledAt: string | null;
        /** When it was written off, ISO 8601 in UTC; null when not */
        writtenOffAt: string | null;
        /** When it was sold, ISO 8601 in UTC; null when not */
        soldAt: string | null;
        /** Who bought it, as the borrower is told; null where that was not said */
        buyer: {
          /** Its name; of a borrower the full name */
          name: string;
          /** How to reach them; null where that was not said */
          contact: string | null;
        } | null;
        /** When it was last changed, ISO 8601 in UTC */
        changedAt: string;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Read a loan with its whole story */
  '/host/loans/read': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
    };
    data: {
      /** The loan */
      loan: {
        /** The loan, as this service names it */
        loanId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** The product */
        productId: string;
        /** MX or IN: its currency, time zone, law and telephone rule */
        market: 'MX' | 'IN';
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** Where the loan stands */
        status:
          | 'under-review'
          | 'paying-out'
          | 'declined'
          | 'to-repay'
          | 'overdue'
          | 'settled'
          | 'cancelled'
          | 'written-off'
          | 'sold';
        /** What the borrower is told */
        orderStatus: number;
        /** What was lent, in minor units */
        principalMinor: number;
        /** What its plan has left, penalties booked so far included; what settles it is quoted apart */
        owedMinor: number;
        /** Paid beyond what was owed, and held for the borrower */
        heldMinor: number;
        /** Of the oldest instalment that is not paid */
        dueDate: string | null;
        /** When the offer was accepted, ISO 8601 in UTC */
        appliedAt: string;
        /** Day it was paid out, YYYY-MM-DD; null while it is not */
        disbursedOn: string | null;
        /** When all was paid, ISO 8601 in UTC; null while it is not */
        settledAt: string | null;
        /** When it was written off, ISO 8601 in UTC; null when not */
        writtenOffAt: string | null;
        /** When it was sold, ISO 8601 in UTC; null when not */
        soldAt: string | null;
        /** Who bought it, as the borrower is told; null where that was not said */
        buyer: {
          /** Its name; of a borrower the full name */
          name: string;
          /** How to reach them; null where that was not said */
          contact: string | null;
        } | null;
        /** When it was last changed, ISO 8601 in UTC */
        changedAt: string;
      };
      /** How many days the loan runs */
      termDays: number;
      /** The agreement that was accepted */
      agreement: {
        /** Which version */
        version: string;
        /** SHA-256 of the accepted text */
        hash: string;
        /** es or en */
        language: string | null;
        /** When it was accepted, ISO 8601 in UTC */
        acceptedAt: string;
      } | null;
      /** Every payment of the loan, first to last */
      instalments: {
        /** Which instalment, from 1; null for none */
        sequence: number;
        /** Day it falls due, YYYY-MM-DD */
        dueDate: string;
        /** Day it fell due before it was extended, YYYY-MM-DD; null when it was not */
        extendedFrom: string | null;
        /** What was charged, by component, in minor units */
        chargedMinor: {
          /** Penalties, in minor units */
          penalty: number;
          /** Fees, in minor units */
          fee: number;
          /** VAT, in minor units */
          vat: number;
          /** Interest, in minor units */
          interest: number;
          /** Principal, in minor units */
          principal: number;
        };
        /** What was paid, in minor units */
        paidMinor: {
          /** Penalties, in minor units */
          penalty: number;
          /** Fees, in minor units */
          fee: number;
          /** VAT, in minor units */
          vat: number;
          /** Interest, in minor units */
          interest: number;
          /** Principal, in minor units */
          principal: number;
        };
        /** What is owed, in minor units */
        owedMinor: number;
      }[];
      /** The ledger, in the order it was booked */
      entries: {
        /** The transaction of the ledger */
        transactionId: string;
        /** What kind of entry it is */
        kind: string;
        /** When it counts from */
        occurredAt: string;
        /** When it was booked, ISO 8601 in UTC */
        bookedAt: string;
        /** Who had it booked; null for the service itself */
        actor: string | null;
        /** Why, in the lender’s words */
        reason: string | null;
        /** The transaction that it reverses; null for none */
        reversesId: string | null;
        /** Its postings; they sum to zero */
        postings: {
          /** The account of the ledger */
          account: string;
          /** What of the debt it is */
          component: ('penalty' | 'fee' | 'vat' | 'interest' | 'principal') | null;
          /** Which instalment, from 1; null for none */
          sequence: number | null;
          /** Debit above zero, credit below */
          amountMinor: number;
        }[];
        /** What is owed after it, in minor units */
        owedAfterMinor: number;
        /** What is held for the borrower after it, in minor units */
        heldAfterMinor: number;
      }[];
      /** The statuses it went through */
      statusChanges: {
        /** What it was before */
        from:
          | (
              | 'under-review'
              | 'paying-out'
              | 'declined'
              | 'to-repay'
              | 'overdue'
              | 'settled'
              | 'cancelled'
              | 'written-off'
              | 'sold'
            )
          | null;
        /** What it became */
        to:
          | 'under-review'
          | 'paying-out'
          | 'declined'
          | 'to-repay'
          | 'overdue'
          | 'settled'
          | 'cancelled'
          | 'written-off'
          | 'sold';
        /** When, ISO 8601 in UTC */
        at: string;
        /** Who did it */
        by: string;
        /** Why, in the lender’s words */
        reason: string | null;
      }[];
      /** The payments */
      payments: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The reference of the money, as its system names it */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: string;
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      }[];
      /** The refunds */
      refunds: {
        /** Names the refund */
        refundKey: string;
        /** The amount in minor units */
        amountMinor: number;
        /** Where it stands */
        state: string;
        /** When it was asked for, ISO 8601 in UTC */
        requestedAt: string;
      }[];
      /** The codes that the loan can be paid with */
      references: {
        /** What it is for */
        purpose: string;
        /** What kind of channel it is */
        channelKind: string;
        /** The code */
        code: string;
      }[];
      /** The complaints */
      complaints: {
        /** The complaint’s number, as the borrower knows it */
        folio: string;
        /** Where it stands */
        state: 'received' | 'in-review' | 'answered' | 'closed';
        /** When it was filed, ISO 8601 in UTC */
        filedAt: string;
      }[];
      /** Charges that the borrower does not agree with and nobody answered, oldest first */
      openDisputes: {
        /** Names the dispute of a charge */
        disputeId: string;
        /** The payment of the plan that it was charged to */
        sequence: number;
        /** What was charged */
        kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
        /** What is charged of it now, in minor units */
        amountMinor: number;
        /** When it was filed, ISO 8601 in UTC */
        filedAt: string;
        /** When it becomes a complaint by itself */
        answerBy: string;
      }[];
      /** Payments that the borrower says they made and nobody found, oldest first */
      waitingClaims: {
        /** Names what the borrower said */
        claimId: string;
        /** What the borrower says they paid, in minor units */
        amountMinor: number;
        /** The day they say they paid it */
        paidOn: string;
        /** How it was paid */
        channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
        /** When the borrower said so, ISO 8601 in UTC */
        claimedAt: string;
        /** When it becomes a complaint by itself */
        answerBy: string;
      }[];
      /** What was proposed to the borrower in difficulty, newest first */
      newPlans: {
        /** Names the new plan */
        planId: string;
        /** Where it stands */
        state: 'proposed' | 'agreed' | 'declined' | 'expired' | 'undone';
        /** Days from the agreement on in which nothing falls due and no penalty grows; 0 for none */
        moratoriumDays: number;
        /** Over which payments what is owed is spread anew; null where they stay what they are */
        spread: {
          /** Over how many payments */
          count: number;
          /** How many days apart */
          days: number;
        } | null;
        /** Whether unpaid penalties and late fees of the day of the agreement are let off */
        waivesPenalties: boolean;
        /** Why it was proposed; the borrower is not told */
        reason: string;
        /** When it was proposed */
        proposedAt: string;
        /** The last day on which it can be agreed */
        validThrough: string;
        /** The day it was agreed; null for one that was not */
        agreedOn: string | null;
        /** What the plan had left when it was agreed, in minor units */
        owedMinor: number | null;
        /** What of it was let off, in minor units */
        waivedMinor: number | null;
        /** The payments that it made, by their place in the plan of the loan */
        payments: {
          /** Which instalment, from 1; null for none */
          sequence: number;
          /** Day it falls due, YYYY-MM-DD */
          dueDate: string;
          /** In minor units */
          amountMinor: number;
        }[];
        /** When it was declined, expired or was undone */
        endedAt: string | null;
      }[];
    };
  };
  /** Quote what settles a loan today */
  '/host/loans/settlement-quote': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** The day in the loan's market; the next one may cost more */
      validOn: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** What settles the loan if it is paid that day */
      settlesMinor: number;
      /** What of the charges so far is then not charged: interest, fee and tax of days that were not used */
      forgivenMinor: number;
      /** What it is made of */
      owedMinor: {
        /** Penalties, in minor units */
        penalty: number;
        /** Fees, in minor units */
        fee: number;
        /** VAT, in minor units */
        vat: number;
        /** Interest, in minor units */
        interest: number;
        /** Principal, in minor units */
        principal: number;
      };
      /** Every payment of the loan, first to last */
      instalments: {
        /** Which instalment, from 1; null for none */
        sequence: number;
        /** Day it falls due, YYYY-MM-DD */
        dueDate: string;
        /** What is owed, in minor units */
        owedMinor: {
          /** Penalties, in minor units */
          penalty: number;
          /** Fees, in minor units */
          fee: number;
          /** VAT, in minor units */
          vat: number;
          /** Interest, in minor units */
          interest: number;
          /** Principal, in minor units */
          principal: number;
        };
      }[];
    };
  };
  /** Write a loan off */
  '/host/loans/write-off': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
      /** True takes the write-off back */
      isReversed?: boolean;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** Where the loan stands */
      status:
        | 'under-review'
        | 'paying-out'
        | 'declined'
        | 'to-repay'
        | 'overdue'
        | 'settled'
        | 'cancelled'
        | 'written-off'
        | 'sold';
      /** What it owed then */
      owedMinor: number;
    };
  };
  /** Propose a new plan to a borrower in difficulty */
  '/host/new-plans': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Days from the agreement on in which nothing falls due and no penalty grows; 0 for none */
      moratoriumDays?: number;
      /** Over which payments what is owed is spread anew; null where they stay what they are */
      spread?: {
        /** Over how many payments */
        count: number;
        /** How many days apart */
        days: number;
      } | null;
      /** Whether unpaid penalties and late fees of the day of the agreement are let off */
      waivesPenalties?: boolean;
      /** How many days after today it can be agreed; 7 when absent */
      validDays?: number;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Kept for the books; the borrower is not told */
      reason: string;
    };
    data: {
      /** Names the new plan */
      planId: string;
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The last day, in the loan's market, on which it can be agreed */
      validThrough: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** What the plan has left today, in minor units */
      owedMinor: number;
      /** What of it would be let off today, in minor units */
      waivedMinor: number;
      /** What is then to be paid, first to last; penalties still to come left out */
      payments: {
        /** Day it falls due, YYYY-MM-DD */
        dueDate: string;
        /** In minor units */
        amountMinor: number;
      }[];
    };
  };
  /** Undo a new plan */
  '/host/new-plans/undo': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Names the new plan */
      planId: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** Names the new plan */
      planId: string;
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** What is owed again as it was before, in minor units; 0 for a proposal */
      movedMinor: number;
      /** What settles the loan today after it, in minor units */
      owedMinor: number;
    };
  };
  /** Offer a product to a borrower */
  '/host/offers': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** The product */
      productId: string;
      /** What the borrower may take, within the product's range and on one of its steps */
      amountMinor: number;
      /** How many coupons apply */
      couponCount?: number;
      /** The last digits of the account the loan is paid out to */
      depositAccountEnding: string;
      /** The first day it can be taken, in the product's market; null for at once */
      validFrom?: string | null;
      /** The last such day; null for no end */
      validThrough?: string | null;
      /** true offers it no more; what the borrower has been shown holds until the day it names */
      isWithdrawn?: boolean;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** The product */
      productId: string;
      /** The amount in minor units */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** The amount the borrower was shown before it was adjusted; null when none was */
      previousAmountMinor: number | null;
      /** When the borrower saw the adjusted amount */
      acknowledgedAt: string | null;
      /** How many coupons apply */
      couponCount: number;
      /** The last digits of the account the loan is paid out to */
      depositAccountEnding: string;
      /** The first day it can be taken, in the product's market; null for at once */
      validFrom: string | null;
      /** The last such day; null for no end */
      validThrough: string | null;
      /** When it was withdrawn, ISO 8601 in UTC; null while it holds */
      withdrawnAt: string | null;
      /** When it was last changed, ISO 8601 in UTC */
      changedAt: string | null;
      /** Who changed it last */
      changedBy: string | null;
    };
  };
  /** List offers */
  '/host/offers/list': {
    /** All offers without borrowerId and productId; those of both when both are given */
    request: {
      /** The borrower, as this service names them */
      borrowerId?: string;
      /** The product */
      productId?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The offers */
      offers: {
        /** The borrower, as this service names them */
        borrowerId: string;
        /** The product */
        productId: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** The amount the borrower was shown before it was adjusted; null when none was */
        previousAmountMinor: number | null;
        /** When the borrower saw the adjusted amount */
        acknowledgedAt: string | null;
        /** How many coupons apply */
        couponCount: number;
        /** The last digits of the account the loan is paid out to */
        depositAccountEnding: string;
        /** The first day it can be taken, in the product's market; null for at once */
        validFrom: string | null;
        /** The last such day; null for no end */
        validThrough: string | null;
        /** When it was withdrawn, ISO 8601 in UTC; null while it holds */
        withdrawnAt: string | null;
        /** When it was last changed, ISO 8601 in UTC */
        changedAt: string | null;
        /** Who changed it last */
        changedBy: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Answer a claimed payment */
  '/host/payment-claims/answer': {
    request: {
      /** Names what the borrower said */
      claimId: string;
      /** The payment that it was; absent when it is not there */
      payment?: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
      };
      /** What the borrower is told; needed when it is not there */
      answer?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** Names what the borrower said */
      claimId: string;
      /** Where it stands */
      state: 'waiting' | 'received' | 'not-found';
    };
  };
  /** List claimed payments */
  '/host/payment-claims/list': {
    request: {
      /** Where it stands */
      state: 'waiting' | 'received' | 'not-found';
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** What borrowers said */
      claims: {
        /** Names what the borrower said */
        claimId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** What the borrower says they paid, in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** The day they say they paid it */
        paidOn: string;
        /** How it was paid */
        channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
        /** Letters and figures alone; empty for none */
        trackingKey: string;
        /** Photo of the proof: a link without an origin that opens for a quarter of an hour; null for none */
        image: string | null;
        /** Where it stands */
        state: 'waiting' | 'received' | 'not-found';
        /** When the borrower said so, ISO 8601 in UTC */
        claimedAt: string;
        /** When it becomes a complaint by itself while it waits */
        answerBy: string;
        /** When it was answered, ISO 8601 in UTC; null when not */
        answeredAt: string | null;
        /** Who answered; null for the service itself or nobody */
        answeredBy: string | null;
        /** What the borrower was told; null for nothing */
        answer: string | null;
        /** The payment that it was; null unless it was found */
        payment: {
          /** Who reported the money */
          provider: string;
          /** Names the provider’s event: it posts once */
          eventId: string;
        } | null;
        /** The complaint that it became; null for none */
        folio: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Read a claimed payment */
  '/host/payment-claims/read': {
    request: {
      /** Names what the borrower said */
      claimId: string;
    };
    data: {
      /** Names what the borrower said */
      claimId: string;
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the borrower says they paid, in minor units */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** The day they say they paid it */
      paidOn: string;
      /** How it was paid */
      channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
      /** Letters and figures alone; empty for none */
      trackingKey: string;
      /** Photo of the proof: a link without an origin that opens for a quarter of an hour; null for none */
      image: string | null;
      /** Where it stands */
      state: 'waiting' | 'received' | 'not-found';
      /** When the borrower said so, ISO 8601 in UTC */
      claimedAt: string;
      /** When it becomes a complaint by itself while it waits */
      answerBy: string;
      /** When it was answered, ISO 8601 in UTC; null when not */
      answeredAt: string | null;
      /** Who answered; null for the service itself or nobody */
      answeredBy: string | null;
      /** What the borrower was told; null for nothing */
      answer: string | null;
      /** The payment that it was; null unless it was found */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
      } | null;
      /** The complaint that it became; null for none */
      folio: string | null;
    };
  };
  /** Report a payment */
  '/host/payments': {
    request: {
      /** Who reported the money */
      provider: string;
      /** Names the provider’s event: it posts once */
      eventId: string;
      /** What the bank or provider knows the payment by: tracking key (clave de rastreo), UTR, RRN or the provider's id of the payment. It counts once in its currency, whoever reports it and whatever the event is called */
      trackingKey?: string;
      /** True where it is another payment than the one of the same amount and day that a refusal (`payment-doubtful`) named, or than one that was taken back under its tracking key */
      anotherPayment?: boolean;
      /** The claimed payment that it is and that it answers, where a person records it by hand; refused for one that is answered or whose key arrived already */
      claimId?: string;
      /** A photo of the proof of one recorded by hand, as its upload gave it */
      proof?: string;
      /** Why a person recorded it by hand */
      reason?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** The code it was paid with: CLABE, store reference, UPI reference or virtual account */
      reference?: string;
      /** The number a borrower knows the loan by */
      orderNumber?: string;
      /** The account it was paid from, where it is known; only a keyed hash of it is kept */
      payerAccount?: string;
      /** Amount above 0 in minor units */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** When it was paid; now when absent */
      paidAt?: string;
    };
    data: {
      /** `reversed` only for a payment that was taken back and is reported again */
      outcome: 'posted' | 'unmatched' | 'reversed';
      /** Whether the event was known already, so that this report had no effect */
      isRepeated: boolean;
      /** The number a borrower knows the loan by */
      orderNumber: string | null;
      /** Where the loan then stands */
      orderStatus: number | null;
    };
  };
  /** Assign an unmatched payment */
  '/host/payments/assign': {
    request: {
      /** Who reported the money */
      provider: string;
      /** Names the provider’s event: it posts once */
      eventId: string;
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** True where it is another payment than the one of the same amount and day that a refusal (`payment-doubtful`) named, or than one that was taken back under its tracking key */
      anotherPayment?: boolean;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** The payment */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The code or order number it came with */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: 'posted' | 'unmatched' | 'reversed';
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      };
      /** The number a borrower knows the loan by */
      orderNumber: string | null;
      /** Where the loan then stands */
      orderStatus: number | null;
    };
  };
  /** Change the day or amount of a payment */
  '/host/payments/change': {
    request: {
      /** Who reported the money */
      provider: string;
      /** Names the provider’s event: it posts once */
      eventId: string;
      /** The day it was paid, in the loan's market. Refused (409) naming why: `money-left` where money of it was refunded or disputed since, `loan-sold`, `borrower-erased`, `time-told` where a provider told its time */
      paidOn?: string;
      /** Its amount in minor units; `not-by-hand` (409) for one that was not recorded by hand */
      amountMinor?: number;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** The payment */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The code or order number it came with */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: 'posted' | 'unmatched' | 'reversed';
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      };
      /** The number a borrower knows the loan by */
      orderNumber: string | null;
      /** Where the loan then stands */
      orderStatus: number | null;
      /** What settles the loan today afterwards */
      owedMinor: number;
    };
  };
  /** List payments */
  '/host/payments/list': {
    request: {
      /** Only what came since then, ISO 8601 in UTC */
      receivedSince?: string;
      /** Only what came before then, ISO 8601 in UTC */
      receivedBefore?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The payments */
      payments: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The code or order number it came with */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: 'posted' | 'unmatched' | 'reversed';
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Match kept payments again */
  '/host/payments/match': {
    request: {};
    data: {
      /** How many were booked by this look */
      matchedCount: number;
    };
  };
  /** Move a payment to another loan */
  '/host/payments/move': {
    request: {
      /** Who reported the money */
      provider: string;
      /** Names the provider’s event: it posts once */
      eventId: string;
      /** The loan it was for. Refused (409) naming why: `money-left` where money of it was refunded or disputed since, `loan-sold`, `borrower-erased` */
      orderNumber: string;
      /** True where it is another payment than the one of the same amount and day that a refusal (`payment-doubtful`) named, or than one that was taken back under its tracking key */
      anotherPayment?: boolean;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** The payment */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The code or order number it came with */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: 'posted' | 'unmatched' | 'reversed';
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      };
      /** The number a borrower knows the loan by */
      orderNumber: string | null;
      /** Where the loan then stands */
      orderStatus: number | null;
      /** What settles the loan today afterwards */
      owedMinor: number;
      /** The loan it was on */
      fromOrderNumber: string;
      /** What settles that loan today afterwards */
      fromOwedMinor: number;
    };
  };
  /** Upload the proof of a payment */
  '/host/payments/proofs': {
    request: {
      /** The loan that the payment is for */
      orderNumber: string;
      /** JPEG, PNG or WebP of at most 8 MB, in base64 */
      imageBase64: string;
    };
    data: {
      /** What the record of the payment names it by */
      proof: string;
    };
  };
  /** Read a payment */
  '/host/payments/read': {
    request: {
      /** Who reported the money */
      provider: string;
      /** Names the provider’s event: it posts once */
      eventId: string;
    };
    data: {
      /** The payment */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The code or order number it came with */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: 'posted' | 'unmatched' | 'reversed';
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      };
      /** What was booked, in order */
      entries: {
        /** The transaction of the ledger */
        transactionId: string;
        /** What kind of entry it is */
        kind: string;
        /** When it was booked, ISO 8601 in UTC */
        bookedAt: string;
        /** Who in the lender’s house acts, as the books name them */
        actor: string | null;
        /** Why, in the lender’s words */
        reason: string | null;
        /** The transaction that it reverses; null for none */
        reversesId: string | null;
        /** Its postings; they sum to zero */
        postings: {
          /** The account of the ledger */
          account: string;
          /** What of the debt it is */
          component: string | null;
          /** Which instalment, from 1; null for none */
          sequence: number | null;
          /** The amount in minor units */
          amountMinor: number;
        }[];
      }[];
    };
  };
  /** Reverse a payment */
  '/host/payments/reverse': {
    request: {
      /** Who reported the money */
      provider: string;
      /** Names the provider’s event: it posts once */
      eventId: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** The payment */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The code or order number it came with */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: 'posted' | 'unmatched' | 'reversed';
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      };
      /** The number a borrower knows the loan by */
      orderNumber: string | null;
      /** Where the loan then stands */
      orderStatus: number | null;
      /** What settles the loan today afterwards */
      owedMinor: number | null;
    };
  };
  /** Put a payment back with the unmatched ones */
  '/host/payments/unmatch': {
    request: {
      /** Who reported the money */
      provider: string;
      /** Names the provider’s event: it posts once */
      eventId: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why. Refused (409) naming why: `money-left` where money of it was refunded or disputed since, `loan-sold`, `borrower-erased` */
      reason: string;
    };
    data: {
      /** The payment */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The code or order number it came with */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: 'posted' | 'unmatched' | 'reversed';
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      };
      /** The number a borrower knows the loan by */
      orderNumber: string | null;
      /** Where the loan then stands */
      orderStatus: number | null;
      /** What settles the loan today afterwards */
      owedMinor: number;
    };
  };
  /** List unmatched payments */
  '/host/payments/unmatched': {
    request: {
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The payments */
      payments: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The code or order number it came with */
        reference: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
        /** What became of it */
        outcome: 'posted' | 'unmatched' | 'reversed';
        /** When it was taken back, ISO 8601 in UTC; null when not */
        reversedAt: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Reverse penalties of a loan */
  '/host/penalties/reverse': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** First day it holds */
      fromDay: string;
      /** A day after today stands for all that is booked after today */
      throughDay: string;
      /** Why, in the lender’s words */
      reason: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** What was reversed, in minor units */
      reversedMinor: number;
      /** What of it was paid: it settles what is owed, the rest is held */
      returnedMinor: number;
    };
  };
  /** Let penalties leap to today */
  '/host/penalties/step': {
    request: {
      /** Today, in the market where the day begins first; another day than the database says is refused */
      day: string;
    };
    data: {
      /** Last day penalties may be booked for, YYYY-MM-DD */
      bookableThrough: string;
    };
  };
  /** Add or change a product */
  '/host/products': {
    request: {
      /** The product */
      productId: string;
      /** The version that is changed, 0 for a product that is added; refused when it is another */
      expectedVersion?: number;
      /** Its name; of a borrower the full name */
      name: string;
      /** Address of a picture; empty for none */
      logo?: string;
      /** false withdraws it: it is offered to nobody any more */
      isActive?: boolean;
      /** Business days of the market that a proposal holds; those of the market where it is left out */
      proposalBusinessDays?: number;
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** How many payments a loan of it has */
      instalmentCount: number;
      /** Days from one payment to the next; the whole term is 91 to 365 days */
      instalmentDays: number;
      /** Parts per million: 180000 is 18 % */
      annualInterestPpm: number;
      /** Parts per million: 180000 is 18 % */
      dailyInterestPpm: number;
      /** Parts per million: 180000 is 18 % */
      feePpm: number;
      /** Parts per million: 180000 is 18 % */
      vatPpm: number;
      /** Whether pages take more than what is asked for before its date */
      allowsPrepayment?: boolean;
      /** What a loan costs that is paid off before its dates: interest for the days used, or all of its plan where the market allows it */
      earlyRepayment?: 'days-used' | 'whole-plan';
      /** What is charged of the fee then: all of it, or what the days used come to */
      earlyRepaymentFee?: 'kept' | 'days-used';
      /** What money does that is paid beyond what is asked for: it pays the next payments, or pays back principal on that day, so that the last payments fall away or all to come are lower, as far as the market allows it */
      prepayment?: 'next-payments' | 'shortens' | 'lowers';
      /** The most that penalties and late fees of a payment come to, in parts per million of that payment */
      penaltyMaxOfPaymentPpm?: number;
      /** The most that penalties and late fees of a loan come to, in parts per million of what was lent */
      penaltyMaxOfLoanPpm?: number;
      /** No penalty is charged while a payment that the borrower says they made is looked for */
      pausesPenaltyOnClaim?: boolean;
      /** A charge that the borrower disputes carries no penalty, and a disputed penalty does not grow */
      pausesPenaltyOnDispute?: boolean;
      /**
       * What a day of delay costs, from which day of it; ascending from day 1
       *
       * @maxItems 20
       */
      penaltyBands?: {
        /** First day it holds */
        fromDay: number;
        /** Parts per million: 180000 is 18 % */
        dailyPpm: number;
      }[];
      /** What is unpaid counts as late only where all that is due together comes to this; the market's usual one where it is left out */
      lateToleranceMinor?: number;
      /** Charged once when a new borrower is late */
      lateFeeNewMinor?: number;
      /** Charged once when one who settled a loan before is late */
      lateFeeRepeatMinor?: number;
      /** Parts per million: 180000 is 18 % */
      extensionDailyPpm?: number;
      /** 0 for no extensions, at most 7 */
      extensionMaxDays?: number;
      /** Penalties so far and fee of an extension as a part of what is due, in parts per million, above which it is not sold; 0 for no threshold */
      extensionCostMaxPpm?: number;
      /** Days late from which on interest, fees and penalties are income only when they are paid; 1 to 365 */
      nonAccrualDaysLate?: number;
      /** Amount in minor units */
      minimumMinor: number;
      /** Amount in minor units */
      maximumMinor: number;
      /** Amount in minor units */
      stepMinor: number;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The product */
      productId: string;
      /** Grows by one with each change of name, logo or terms */
      version: number;
      /** Its name; of a borrower the full name */
      name: string;
      /** Address of a picture; empty for none */
      logo: string;
      /** Whether new loans are made of it */
      isActive: boolean;
      /** Business days of the market that a proposal holds, at least those of the market's law */
      proposalBusinessDays: number;
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** How many payments a loan of it has */
      instalmentCount: number;
      /** Days from one payment to the next; the whole term is 91 to 365 days */
      instalmentDays: number;
      /** Parts per million: 180000 is 18 % */
      annualInterestPpm: number;
      /** Parts per million: 180000 is 18 % */
      dailyInterestPpm: number;
      /** Parts per million: 180000 is 18 % */
      feePpm: number;
      /** Parts per million: 180000 is 18 % */
      vatPpm: number;
      /** Whether pages take more than what is asked for before its date */
      allowsPrepayment?: boolean;
      /** What a loan costs that is paid off before its dates: interest for the days used, or all of its plan where the market allows it */
      earlyRepayment?: 'days-used' | 'whole-plan';
      /** What is charged of the fee then: all of it, or what the days used come to */
      earlyRepaymentFee?: 'kept' | 'days-used';
      /** What money does that is paid beyond what is asked for: it pays the next payments, or pays back principal on that day, so that the last payments fall away or all to come are lower, as far as the market allows it */
      prepayment?: 'next-payments' | 'shortens' | 'lowers';
      /** The most that penalties and late fees of a payment come to, in parts per million of that payment */
      penaltyMaxOfPaymentPpm?: number;
      /** The most that penalties and late fees of a loan come to, in parts per million of what was lent */
      penaltyMaxOfLoanPpm?: number;
      /** No penalty is charged while a payment that the borrower says they made is looked for */
      pausesPenaltyOnClaim?: boolean;
      /** A charge that the borrower disputes carries no penalty, and a disputed penalty does not grow */
      pausesPenaltyOnDispute?: boolean;
      /**
       * What a day of delay costs, from which day of it; ascending from day 1
       *
       * @maxItems 20
       */
      penaltyBands?: {
        /** First day it holds */
        fromDay: number;
        /** Parts per million: 180000 is 18 % */
        dailyPpm: number;
      }[];
      /** What is unpaid counts as late only where all that is due together comes to this */
      lateToleranceMinor: number;
      /** Charged once when a new borrower is late */
      lateFeeNewMinor?: number;
      /** Charged once when one who settled a loan before is late */
      lateFeeRepeatMinor?: number;
      /** Parts per million: 180000 is 18 % */
      extensionDailyPpm?: number;
      /** 0 for no extensions, at most 7 */
      extensionMaxDays?: number;
      /** Penalties so far and fee of an extension as a part of what is due, in parts per million, above which it is not sold; 0 for no threshold */
      extensionCostMaxPpm?: number;
      /** Days late from which on interest, fees and penalties are income only when they are paid; 1 to 365 */
      nonAccrualDaysLate?: number;
      /** Amount in minor units */
      minimumMinor: number;
      /** Amount in minor units */
      maximumMinor: number;
      /** Amount in minor units */
      stepMinor: number;
    };
  };
  /** List products */
  '/host/products/list': {
    request: {
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The products */
      products: {
        /** The product */
        productId: string;
        /** Grows by one with each change of name, logo or terms */
        version: number;
        /** Its name; of a borrower the full name */
        name: string;
        /** Address of a picture; empty for none */
        logo: string;
        /** Whether new loans are made of it */
        isActive: boolean;
        /** Business days of the market that a proposal holds, at least those of the market's law */
        proposalBusinessDays: number;
        /** MX or IN: its currency, time zone, law and telephone rule */
        market: 'MX' | 'IN';
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** How many payments a loan of it has */
        instalmentCount: number;
        /** Days from one payment to the next; the whole term is 91 to 365 days */
        instalmentDays: number;
        /** Parts per million: 180000 is 18 % */
        annualInterestPpm: number;
        /** Parts per million: 180000 is 18 % */
        dailyInterestPpm: number;
        /** Parts per million: 180000 is 18 % */
        feePpm: number;
        /** Parts per million: 180000 is 18 % */
        vatPpm: number;
        /** Whether pages take more than what is asked for before its date */
        allowsPrepayment?: boolean;
        /** What a loan costs that is paid off before its dates: interest for the days used, or all of its plan where the market allows it */
        earlyRepayment?: 'days-used' | 'whole-plan';
        /** What is charged of the fee then: all of it, or what the days used come to */
        earlyRepaymentFee?: 'kept' | 'days-used';
        /** What money does that is paid beyond what is asked for: it pays the next payments, or pays back principal on that day, so that the last payments fall away or all to come are lower, as far as the market allows it */
        prepayment?: 'next-payments' | 'shortens' | 'lowers';
        /** The most that penalties and late fees of a payment come to, in parts per million of that payment */
        penaltyMaxOfPaymentPpm?: number;
        /** The most that penalties and late fees of a loan come to, in parts per million of what was lent */
        penaltyMaxOfLoanPpm?: number;
        /** No penalty is charged while a payment that the borrower says they made is looked for */
        pausesPenaltyOnClaim?: boolean;
        /** A charge that the borrower disputes carries no penalty, and a disputed penalty does not grow */
        pausesPenaltyOnDispute?: boolean;
        /**
         * What a day of delay costs, from which day of it; ascending from day 1
         *
         * @maxItems 20
         */
        penaltyBands?: {
          /** First day it holds */
          fromDay: number;
          /** Parts per million: 180000 is 18 % */
          dailyPpm: number;
        }[];
        /** What is unpaid counts as late only where all that is due together comes to this */
        lateToleranceMinor: number;
        /** Charged once when a new borrower is late */
        lateFeeNewMinor?: number;
        /** Charged once when one who settled a loan before is late */
        lateFeeRepeatMinor?: number;
        /** Parts per million: 180000 is 18 % */
        extensionDailyPpm?: number;
        /** 0 for no extensions, at most 7 */
        extensionMaxDays?: number;
        /** Penalties so far and fee of an extension as a part of what is due, in parts per million, above which it is not sold; 0 for no threshold */
        extensionCostMaxPpm?: number;
        /** Days late from which on interest, fees and penalties are income only when they are paid; 1 to 365 */
        nonAccrualDaysLate?: number;
        /** Amount in minor units */
        minimumMinor: number;
        /** Amount in minor units */
        maximumMinor: number;
        /** Amount in minor units */
        stepMinor: number;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Read a product with its versions */
  '/host/products/read': {
    request: {
      /** The product */
      productId: string;
    };
    data: {
      /** The product as it stands */
      product: {
        /** The product */
        productId: string;
        /** Grows by one with each change of name, logo or terms */
        version: number;
        /** Its name; of a borrower the full name */
        name: string;
        /** Address of a picture; empty for none */
        logo: string;
        /** Whether new loans are made of it */
        isActive: boolean;
        /** Business days of the market that a proposal holds, at least those of the market's law */
        proposalBusinessDays: number;
        /** MX or IN: its currency, time zone, law and telephone rule */
        market: 'MX' | 'IN';
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** How many payments a loan of it has */
        instalmentCount: number;
        /** Days from one payment to the next; the whole term is 91 to 365 days */
        instalmentDays: number;
        /** Parts per million: 180000 is 18 % */
        annualInterestPpm: number;
        /** Parts per million: 180000 is 18 % */
        dailyInterestPpm: number;
        /** Parts per million: 180000 is 18 % */
        feePpm: number;
        /** Parts per million: 180000 is 18 % */
        vatPpm: number;
        /** Whether pages take more than what is asked for before its date */
        allowsPrepayment?: boolean;
        /** What a loan costs that is paid off before its dates: interest for the days used, or all of its plan where the market allows it */
        earlyRepayment?: 'days-used' | 'whole-plan';
        /** What is charged of the fee then: all of it, or what the days used come to */
        earlyRepaymentFee?: 'kept' | 'days-used';
        /** What money does that is paid beyond what is asked for: it pays the next payments, or pays back principal on that day, so that the last payments fall away or all to come are lower, as far as the market allows it */
        prepayment?: 'next-payments' | 'shortens' | 'lowers';
        /** The most that penalties and late fees of a payment come to, in parts per million of that payment */
        penaltyMaxOfPaymentPpm?: number;
        /** The most that penalties and late fees of a loan come to, in parts per million of what was lent */
        penaltyMaxOfLoanPpm?: number;
        /** No penalty is charged while a payment that the borrower says they made is looked for */
        pausesPenaltyOnClaim?: boolean;
        /** A charge that the borrower disputes carries no penalty, and a disputed penalty does not grow */
        pausesPenaltyOnDispute?: boolean;
        /**
         * What a day of delay costs, from which day of it; ascending from day 1
         *
         * @maxItems 20
         */
        penaltyBands?: {
          /** First day it holds */
          fromDay: number;
          /** Parts per million: 180000 is 18 % */
          dailyPpm: number;
        }[];
        /** What is unpaid counts as late only where all that is due together comes to this */
        lateToleranceMinor: number;
        /** Charged once when a new borrower is late */
        lateFeeNewMinor?: number;
        /** Charged once when one who settled a loan before is late */
        lateFeeRepeatMinor?: number;
        /** Parts per million: 180000 is 18 % */
        extensionDailyPpm?: number;
        /** 0 for no extensions, at most 7 */
        extensionMaxDays?: number;
        /** Penalties so far and fee of an extension as a part of what is due, in parts per million, above which it is not sold; 0 for no threshold */
        extensionCostMaxPpm?: number;
        /** Days late from which on interest, fees and penalties are income only when they are paid; 1 to 365 */
        nonAccrualDaysLate?: number;
        /** Amount in minor units */
        minimumMinor: number;
        /** Amount in minor units */
        maximumMinor: number;
        /** Amount in minor units */
        stepMinor: number;
      };
      /** The newest hundred, newest first */
      versions: {
        /** Grows by one with each change of name, logo or terms */
        version: number;
        /** Its name; of a borrower the full name */
        name: string;
        /** Address of a picture; empty for none */
        logo: string;
        /** The terms of that version */
        terms: {
          /** MX or IN: its currency, time zone, law and telephone rule */
          market: 'MX' | 'IN';
          /** ISO 4217 code of the amounts beside it */
          currency: 'MXN' | 'INR';
          /** How many payments a loan of it has */
          instalmentCount: number;
          /** Days from one payment to the next; the whole term is 91 to 365 days */
          instalmentDays: number;
          /** Parts per million: 180000 is 18 % */
          annualInterestPpm: number;
          /** Parts per million: 180000 is 18 % */
          dailyInterestPpm: number;
          /** Parts per million: 180000 is 18 % */
          feePpm: number;
          /** Parts per million: 180000 is 18 % */
          vatPpm: number;
          /** Whether pages take more than what is asked for before its date */
          allowsPrepayment?: boolean;
          /** What paying off early costs */
          earlyRepayment?: 'days-used' | 'whole-plan';
          /** What is charged of the fee then */
          earlyRepaymentFee?: 'kept' | 'days-used';
          /** What money does that is paid beyond what is asked for */
          prepayment?: 'next-payments' | 'shortens' | 'lowers';
          /** Parts per million: 180000 is 18 % */
          penaltyMaxOfPaymentPpm?: number;
          /** Parts per million: 180000 is 18 % */
          penaltyMaxOfLoanPpm?: number;
          /** No penalty is charged while a payment that the borrower says they made is looked for */
          pausesPenaltyOnClaim?: boolean;
          /** A charge that the borrower disputes carries no penalty, and a disputed penalty does not grow */
          pausesPenaltyOnDispute?: boolean;
          /**
           * What a day of delay costs, from which day of it; ascending from day 1
           *
           * @maxItems 20
           */
          penaltyBands?: {
            /** First day it holds */
            fromDay: number;
            /** Parts per million: 180000 is 18 % */
            dailyPpm: number;
          }[];
          /** What is unpaid counts as late only where all that is due together comes to this */
          lateToleranceMinor?: number;
          /** Charged once when a new borrower is late */
          lateFeeNewMinor?: number;
          /** Charged once when one who settled a loan before is late */
          lateFeeRepeatMinor?: number;
          /** Parts per million: 180000 is 18 % */
          extensionDailyPpm?: number;
          /** 0 for no extensions, at most 7 */
          extensionMaxDays?: number;
          /** Penalties so far and fee of an extension as a part of what is due, in parts per million, above which it is not sold; 0 for no threshold */
          extensionCostMaxPpm?: number;
          /** Days late from which on interest, fees and penalties are income only when they are paid; 1 to 365 */
          nonAccrualDaysLate?: number;
          /** Amount in minor units */
          minimumMinor: number;
          /** Amount in minor units */
          maximumMinor: number;
          /** Amount in minor units */
          stepMinor: number;
        };
        /** When it was made, ISO 8601 in UTC */
        madeAt: string;
        /** Who made it */
        madeBy: string;
      }[];
    };
  };
  /** Add or change a promotion template */
  '/host/promotion-templates': {
    request: {
      /** The `id` of promotion links; 1, 2 and 3 serve links that name none */
      templateId: string;
      /** Of the page; null for the standing texts (LANG-5) */
      language?: ('zh' | 'es' | 'en') | null;
      /** Whose phone rule holds; null for that of the market of the page, or of 11 digits on a Chinese one (PROMO-3) */
      market?: ('MX' | 'IN') | null;
      /** #rrggbb, at least 4.5:1 against white; null for the usual one */
      color?: string | null;
      /** Heading of the landing page; empty for that of the language */
      heading?: string;
      /** Its first line; empty for that of the language */
      line?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The `id` of promotion links; 1, 2 and 3 serve links that name none */
      templateId: string;
      /** Of the page; null for the standing texts (LANG-5) */
      language?: ('zh' | 'es' | 'en') | null;
      /** Whose phone rule holds; null for that of the market of the page, or of 11 digits on a Chinese one (PROMO-3) */
      market?: ('MX' | 'IN') | null;
      /** #rrggbb, at least 4.5:1 against white; null for the usual one */
      color?: string | null;
      /** Heading of the landing page; empty for that of the language */
      heading?: string;
      /** Its first line; empty for that of the language */
      line?: string;
    };
  };
  /** List promotion templates */
  '/host/promotion-templates/list': {
    request: {
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The templates */
      templates: {
        /** The `id` of promotion links; 1, 2 and 3 serve links that name none */
        templateId: string;
        /** Of the page; null for the standing texts (LANG-5) */
        language?: ('zh' | 'es' | 'en') | null;
        /** Whose phone rule holds; null for that of the market of the page, or of 11 digits on a Chinese one (PROMO-3) */
        market?: ('MX' | 'IN') | null;
        /** #rrggbb, at least 4.5:1 against white; null for the usual one */
        color?: string | null;
        /** Heading of the landing page; empty for that of the language */
        heading?: string;
        /** Its first line; empty for that of the language */
        line?: string;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Read promotion figures */
  '/host/promotions/figures': {
    request: {
      /** In whose zone the days are; templates of any market are counted */
      market: 'MX' | 'IN';
      /** First day it holds */
      fromDay: string;
      /** Last day it holds, YYYY-MM-DD */
      throughDay: string;
      /** Who did it */
      by: 'template' | 'channel';
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** In the order of templates; those of one in no order */
      figures: {
        /** Empty where a page named none */
        templateId: string;
        /** `app_from` of the link; null by template */
        appFrom: string | null;
        /** `utm_tag` of the link; null by template */
        utmTag: string | null;
        /** Pages opened */
        visitCount: number;
        /** Codes sent; more than one where somebody asked for another */
        sendCount: number;
        /** Numbers that registered and were not erased since; each number registers once */
        registrationCount: number;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Check a receipt */
  '/host/receipts/verify': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The number of the receipt, `RC-` and ten letters and figures */
      receiptNumber: string;
      /** The code on it; blanks, hyphens and capitals do not matter */
      checkCode: string;
    };
    data: {
      /** Whether the code is that of this payment; what is shown has still to be what the books say */
      isGenuine: boolean;
      /** The payment of that number as it is in the books; null for none on this loan */
      payment: {
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
        /** Whether it was taken back since */
        isReversed: boolean;
      } | null;
    };
  };
  /** Compare loans with the ledger */
  '/host/reconciliation': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber?: string;
    };
    data: {
      /** Where stored figures and ledger differ; has to be empty */
      disagreements: {
        /** The loan, as this service names it */
        loanId: string;
        /** Which instalment, from 1; null for none */
        sequence: number | null;
        /** Which figure differs */
        subject: string;
        /** What is stored, in minor units */
        storedMinor: string;
        /** What the ledger says, in minor units */
        ledgerMinor: string;
        /** Of the loan it is about; null where there is none */
        orderNumber: string | null;
        /** Of its figures; null where what it is about is gone */
        currency: string | null;
        /** When it was first found */
        foundAt: string;
        /** When it was last compared, and still so */
        comparedAt: string;
      }[];
      /** How far the comparison of loans with the ledger is */
      comparison: {
        /** Whether a run is asked for or not at its end */
        isUnderWay: boolean;
        /** When the last run began; null before the first */
        startedAt: string | null;
        /** When it ended; null while it is under way */
        endedAt: string | null;
        /** Loans that it compared so far */
        comparedCount: number;
        /** Since when every loan was compared at least once; null before the first time */
        comparedSince: string | null;
        /** Loans that are still to be compared until all were once more; numbers that no loan has count */
        outstandingCount: number;
        /** Loans with figures that differ */
        faultyLoanCount: number;
        /** Events that are not booked exactly once */
        faultyEventCount: number;
      };
      /** Money that arrived and fits no loan yet, by provider and currency */
      unmatched: {
        /** Who reported the money */
        provider: string;
        /** ISO 4217 code of the amounts beside it */
        currency: string;
        /** How many events */
        count: number;
        /** The amount in minor units */
        amountMinor: string;
        /** When the oldest came, ISO 8601 in UTC */
        oldestReceivedAt: string;
      }[];
      /** Events whose money is not in the ledger exactly once */
      eventFaults: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** What became of it */
        outcome: string;
        /** What was reported, in minor units */
        reportedMinor: string;
        /** What was booked, in minor units */
        bookedMinor: string;
        /** Of the loan it is about; null where there is none */
        orderNumber: string | null;
        /** Of its figures; null where what it is about is gone */
        currency: string | null;
        /** When it was first found */
        foundAt: string;
        /** When it was last compared, and still so */
        comparedAt: string;
      }[];
      /** Messages of providers about objects that the account of your key does not have, by the provider's ids, the newest hundred of 30 days; none of a loan */
      unknownObjects: {
        /** Who reported the money */
        provider: string;
        /** The provider's id of the object */
        object: string;
        /** When it came, ISO 8601 in UTC */
        receivedAt: string;
      }[];
      /** Pairs of booked payments of one loan, amount and day that are not both known by a tracking key of their bank, the later first; the oldest thousand */
      suspectedDoubles: {
        /** The number a borrower knows the loan by */
        orderNumber: string;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** The payments */
        payments: {
          /** Who reported the money */
          provider: string;
          /** Names the provider’s event: it posts once */
          eventId: string;
          /** When it was paid, ISO 8601 in UTC */
          paidAt: string;
        }[];
      }[];
    };
  };
  /** Compare all loans now */
  '/host/reconciliation/compare': {
    request: {
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** How far the comparison of loans with the ledger is */
      comparison: {
        /** Whether a run is asked for or not at its end */
        isUnderWay: boolean;
        /** When the last run began; null before the first */
        startedAt: string | null;
        /** When it ended; null while it is under way */
        endedAt: string | null;
        /** Loans that it compared so far */
        comparedCount: number;
        /** Since when every loan was compared at least once; null before the first time */
        comparedSince: string | null;
        /** Loans that are still to be compared until all were once more; numbers that no loan has count */
        outstandingCount: number;
        /** Loans with figures that differ */
        faultyLoanCount: number;
        /** Events that are not booked exactly once */
        faultyEventCount: number;
      };
    };
  };
  /** Report a recovery */
  '/host/recoveries': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The lender's own name for it */
      recoveryKey: string;
      /** The amount in minor units */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Now when absent */
      receivedAt?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
      orderStatus: number;
      /** Whether it was recorded before */
      isRepeated: boolean;
      /** What settles the loan today afterwards */
      owedMinor: number;
    };
  };
  /** Hand in a payment reference */
  '/host/references': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Whether paying with it repays or extends the loan */
      purpose: 'repay' | 'extend';
      /** The way to pay that takes it */
      channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account';
      /** The code */
      code: string;
      /** The one amount it takes, in minor units; any when absent */
      amountMinor?: number;
      /** For ever when absent */
      validUntil?: string;
      /** Whose account it is; the lender's when absent */
      holderName?: string;
      /** Its bank, as the borrower reads it */
      bankName?: string;
      /** The IFSC, in India */
      bankCode?: string;
      /** Where it is paid in cash */
      chainName?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Whether paying with it repays or extends the loan */
      purpose: 'repay' | 'extend';
      /** The way to pay that takes it */
      channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account';
      /** CLABE, store reference, UPI address or virtual account */
      code: string;
      /** Who issued it: a provider, `own` for one made here, `host` for the lender's */
      provider: string;
      /** What that provider knows it by */
      providerReference: string | null;
      /** The one amount it takes; null when it takes any */
      amountMinor: number | null;
      /** When it stops taking money; null for never */
      validUntil: string | null;
      /** When it was made, ISO 8601 in UTC */
      createdAt: string;
      /** Whether borrowers see it; one that was replaced still takes money */
      isShown: boolean;
    };
  };
  /** List the payment references of a loan */
  '/host/references/list': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
    };
    data: {
      /** The newest hundred, newest first */
      references: {
        /** The number a borrower knows the loan by */
        orderNumber: string;
        /** Whether paying with it repays or extends the loan */
        purpose: 'repay' | 'extend';
        /** The way to pay that takes it */
        channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account';
        /** CLABE, store reference, UPI address or virtual account */
        code: string;
        /** Who issued it: a provider, `own` for one made here, `host` for the lender's */
        provider: string;
        /** What that provider knows it by */
        providerReference: string | null;
        /** The one amount it takes; null when it takes any */
        amountMinor: number | null;
        /** When it stops taking money; null for never */
        validUntil: string | null;
        /** When it was made, ISO 8601 in UTC */
        createdAt: string;
        /** Whether borrowers see it; one that was replaced still takes money */
        isShown: boolean;
      }[];
    };
  };
  /** Withdraw a payment reference */
  '/host/references/withdraw': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Whether paying with it repays or extends the loan */
      purpose: 'repay' | 'extend';
      /** The way to pay that takes it */
      channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account';
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** Whether paying with it repays or extends the loan */
      purpose: 'repay' | 'extend';
      /** The way to pay that takes it */
      channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account';
      /** CLABE, store reference, UPI address or virtual account */
      code: string;
      /** Who issued it: a provider, `own` for one made here, `host` for the lender's */
      provider: string;
      /** What that provider knows it by */
      providerReference: string | null;
      /** The one amount it takes; null when it takes any */
      amountMinor: number | null;
      /** When it stops taking money; null for never */
      validUntil: string | null;
      /** When it was made, ISO 8601 in UTC */
      createdAt: string;
      /** Whether borrowers see it; one that was replaced still takes money */
      isShown: boolean;
    };
  };
  /** Request a refund */
  '/host/refunds': {
    request: {
      /** The number a borrower knows the loan by */
      orderNumber?: string;
      /** An unmatched payment, in place of an order number; it is sent back whole */
      payment?: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
      };
      /** The lender's own name for it; each key has one effect */
      refundKey: string;
      /** The amount in minor units */
      amountMinor: number;
      /** The loan's payment with a card (`eventId` of provider `card`) that it goes back to: the card's provider is asked, and says itself what became of it */
      cardPaymentId?: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** Names the refund */
      refundKey: string;
      /** Null for a payment that never had a loan */
      orderNumber: string | null;
      /** The payment that is sent back; null for money held on a loan */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
      } | null;
      /** The amount in minor units */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Where it stands */
      state: 'requested' | 'sent' | 'failed';
      /** Why, in the lender’s words */
      reason: string;
      /** Who asked for it */
      requestedBy: string;
      /** When it was asked for, ISO 8601 in UTC */
      requestedAt: string;
      /** The reference of the money, as its system names it */
      reference: string | null;
      /** The payment with a card that it goes back to; null otherwise */
      cardPaymentId?: string | null;
      /** When it was sent, ISO 8601 in UTC; null when not */
      sentAt: string | null;
      /** When it failed, ISO 8601 in UTC; null when not */
      failedAt: string | null;
    };
  };
  /** Report a refund as failed */
  '/host/refunds/failed': {
    request: {
      /** The lender's own name for it; each key has one effect */
      refundKey: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
      /** Why, in the lender’s words */
      reason: string;
    };
    data: {
      /** Names the refund */
      refundKey: string;
      /** Null for a payment that never had a loan */
      orderNumber: string | null;
      /** The payment that is sent back; null for money held on a loan */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
      } | null;
      /** The amount in minor units */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Where it stands */
      state: 'requested' | 'sent' | 'failed';
      /** Why, in the lender’s words */
      reason: string;
      /** Who asked for it */
      requestedBy: string;
      /** When it was asked for, ISO 8601 in UTC */
      requestedAt: string;
      /** The reference of the money, as its system names it */
      reference: string | null;
      /** The payment with a card that it goes back to; null otherwise */
      cardPaymentId?: string | null;
      /** When it was sent, ISO 8601 in UTC; null when not */
      sentAt: string | null;
      /** When it failed, ISO 8601 in UTC; null when not */
      failedAt: string | null;
    };
  };
  /** List refunds */
  '/host/refunds/list': {
    request: {
      /** Where it stands */
      state?: 'requested' | 'sent' | 'failed';
      /** The one refund of this key */
      refundKey?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The refunds */
      refunds: {
        /** Names the refund */
        refundKey: string;
        /** Null for a payment that never had a loan */
        orderNumber: string | null;
        /** The payment that is sent back; null for money held on a loan */
        payment: {
          /** Who reported the money */
          provider: string;
          /** Names the provider’s event: it posts once */
          eventId: string;
        } | null;
        /** The amount in minor units */
        amountMinor: number;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** Where it stands */
        state: 'requested' | 'sent' | 'failed';
        /** Why, in the lender’s words */
        reason: string;
        /** Who asked for it */
        requestedBy: string;
        /** When it was asked for, ISO 8601 in UTC */
        requestedAt: string;
        /** The reference of the money, as its system names it */
        reference: string | null;
        /** The payment with a card that it goes back to; null otherwise */
        cardPaymentId?: string | null;
        /** When it was sent, ISO 8601 in UTC; null when not */
        sentAt: string | null;
        /** When it failed, ISO 8601 in UTC; null when not */
        failedAt: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Report a refund as sent */
  '/host/refunds/sent': {
    request: {
      /** The lender's own name for it; each key has one effect */
      refundKey: string;
      /** The transfer in the lender's books */
      reference: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** Names the refund */
      refundKey: string;
      /** Null for a payment that never had a loan */
      orderNumber: string | null;
      /** The payment that is sent back; null for money held on a loan */
      payment: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
      } | null;
      /** The amount in minor units */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Where it stands */
      state: 'requested' | 'sent' | 'failed';
      /** Why, in the lender’s words */
      reason: string;
      /** Who asked for it */
      requestedBy: string;
      /** When it was asked for, ISO 8601 in UTC */
      requestedAt: string;
      /** The reference of the money, as its system names it */
      reference: string | null;
      /** The payment with a card that it goes back to; null otherwise */
      cardPaymentId?: string | null;
      /** When it was sent, ISO 8601 in UTC; null when not */
      sentAt: string | null;
      /** When it failed, ISO 8601 in UTC; null when not */
      failedAt: string | null;
    };
  };
  /** List registrations */
  '/host/registrations/list': {
    request: {
      /** Only that of a number, in any of the forms it may be given in */
      mobilePhone?: string;
      /** Only those from this instant on */
      since?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The registrations */
      registrations: {
        /** The registration */
        registrationId: string;
        /** E.164 */
        mobilePhone: string;
        /** The template of the promotion page */
        templateId: string;
        /** The app that was promoted */
        appName: string;
        /** The merchant */
        merchantNumber: string;
        /** Who invited the visitor; empty for none */
        inviteCode: string;
        /** Where the link was, as it says */
        appFrom: string;
        /** Who brought the visitor, as the link says */
        userFrom: string;
        /** The campaign, as the link says */
        utmTag: string;
        /** When, ISO 8601 in UTC */
        registeredAt: string;
        /** SHA-256 of the terms that were accepted; null before they were recorded */
        termsHash: string | null;
        /** SHA-256 of the privacy notice that was accepted */
        privacyNoticeHash: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** List consents to reminders */
  '/host/reminder-consents/list': {
    request: {
      /** The borrower, as this service names them */
      borrowerId?: string;
      /** True leaves out those that were withdrawn */
      isStanding?: boolean;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The consents */
      consents: {
        /** Names the consent */
        consentId: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** By which the borrower may be reminded */
        channel: 'sms' | 'whatsapp' | 'call';
        /** Since when it holds */
        grantedAt: string;
        /** Since when it holds no longer; null while it stands */
        withdrawnAt: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Read how long data are kept */
  '/host/retention': {
    request: {};
    data: {
      /** Of each market that is served */
      markets: {
        /** MX or IN: its currency, time zone, law and telephone rule */
        market: 'MX' | 'IN';
        /** By settings: for how many years data are kept of loans, complaints and registrations */
        years: {
          /** Years since the last loan ended */
          loan: number;
          /** Years since the last complaint, dispute or claimed payment was answered */
          complaint: number;
          /** Years since a registration, or the last offer, of who never had a loan */
          registration: number;
        };
        /** Whether the lender confirmed the years; nothing is counted or erased before */
        isConfirmed: boolean;
        /** When all was last looked at, ISO 8601 in UTC; null while that is under way */
        countedAt: string | null;
        /** Borrowers past their years; once approved, those erased by the last run */
        borrowerCount: number;
        /** The same of registrations without a loan */
        registrationCount: number;
        /** When the oldest of them began, ISO 8601 in UTC; null for none */
        oldestAt: string | null;
        /** Since when what is past these years is erased each day, ISO 8601 in UTC; null before */
        approvedAt: string | null;
        /** Who approved it */
        approvedBy: string | null;
      }[];
    };
  };
  /** Begin to erase what is past its years */
  '/host/retention/start': {
    request: {
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** As `/host/retention` tells them */
      years: {
        /** Years since the last loan ended */
        loan: number;
        /** Years since the last complaint, dispute or claimed payment was answered */
        complaint: number;
        /** Years since a registration, or the last offer, of who never had a loan */
        registration: number;
      };
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** MX or IN: its currency, time zone, law and telephone rule */
      market: 'MX' | 'IN';
      /** By settings: for how many years data are kept of loans, complaints and registrations */
      years: {
        /** Years since the last loan ended */
        loan: number;
        /** Years since the last complaint, dispute or claimed payment was answered */
        complaint: number;
        /** Years since a registration, or the last offer, of who never had a loan */
        registration: number;
      };
      /** Whether the lender confirmed the years; nothing is counted or erased before */
      isConfirmed: boolean;
      /** When all was last looked at, ISO 8601 in UTC; null while that is under way */
      countedAt: string | null;
      /** Borrowers past their years; once approved, those erased by the last run */
      borrowerCount: number;
      /** The same of registrations without a loan */
      registrationCount: number;
      /** When the oldest of them began, ISO 8601 in UTC; null for none */
      oldestAt: string | null;
      /** Since when what is past these years is erased each day, ISO 8601 in UTC; null before */
      approvedAt: string | null;
      /** Who approved it */
      approvedBy: string | null;
    };
  };
  /** Save a card of a borrower */
  '/host/saved-cards': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** Its bank, as the borrower reads it */
      bankName: string;
      /** The bank’s code */
      bankCode: string;
      /** At most the first six and the last four digits, the others masked: 4152********4417 */
      maskedNumber: string;
      /** What the payment provider knows the card by; a card number is refused */
      cardToken: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The card */
      cardId: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** Its bank, as the borrower reads it */
      bankName: string;
      /** The bank’s code */
      bankCode: string;
      /** At most the first six and the last four digits, the others masked: 4152********4417 */
      maskedNumber: string;
      /** When it was saved, ISO 8601 in UTC */
      savedAt: string;
      /** When it was removed, ISO 8601 in UTC; null while it is there */
      removedAt: string | null;
    };
  };
  /** List the saved cards of a borrower */
  '/host/saved-cards/list': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
    };
    data: {
      /** The newest hundred, newest first */
      cards: {
        /** The card */
        cardId: string;
        /** The borrower, as this service names them */
        borrowerId: string;
        /** Its bank, as the borrower reads it */
        bankName: string;
        /** The bank’s code */
        bankCode: string;
        /** At most the first six and the last four digits, the others masked: 4152********4417 */
        maskedNumber: string;
        /** When it was saved, ISO 8601 in UTC */
        savedAt: string;
        /** When it was removed, ISO 8601 in UTC; null while it is there */
        removedAt: string | null;
      }[];
    };
  };
  /** Remove a saved card */
  '/host/saved-cards/remove': {
    request: {
      /** The card */
      cardId: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The card */
      cardId: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** Its bank, as the borrower reads it */
      bankName: string;
      /** The bank’s code */
      bankCode: string;
      /** At most the first six and the last four digits, the others masked: 4152********4417 */
      maskedNumber: string;
      /** When it was saved, ISO 8601 in UTC */
      savedAt: string;
      /** When it was removed, ISO 8601 in UTC; null while it is there */
      removedAt: string | null;
    };
  };
  /** Issue a borrower session, or a ticket for one */
  '/host/sessions': {
    request: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** The device that the session is bound to */
      deviceId: string;
      /** The user that the session is bound to; the borrower where none is given */
      userId?: string;
      /** How long the session lasts, in minutes */
      ttlMinutes?: number;
      /** Whether the sessions that the borrower has on this device go on beside the new one */
      keepsOthers?: boolean;
      /** Whether to give a ticket for the address of a page in place of a session */
      ticket?: boolean;
      /** With a ticket: what the page is to know of the app */
      appVersion?: string;
      /** With a ticket: `android`, `ios` or `h5` */
      clientType?: string;
      /** With a ticket */
      merchantNumber?: string;
      /** With a ticket */
      mobilePhone?: string;
    };
    data: {
      /** Absent with a ticket: then only the browser learns it */
      sessionId?: string;
      /** For `?ticket=…`, once and within 60 seconds */
      ticket?: string;
      /** The user that the session is bound to; the borrower where none is given */
      userId: string;
      /** When what was given ends: the session, or the ticket */
      expiresAt: string;
    };
  };
  /** End sessions of a borrower */
  '/host/sessions/revoke': {
    request: {
      /** The session to end */
      sessionId?: string;
      /** The borrower, as this service names them */
      borrowerId?: string;
      /** With `borrowerId`: only what is on this device */
      deviceId?: string;
    };
    data: {
      /** How many ended */
      sessions: number;
      /** How many tickets can no longer be used */
      tickets: number;
    };
  };
  /** Close a day of a settlement file */
  '/host/settlements/close': {
    request: {
      /** Ours of the file */
      fileId: string;
      /** The day, YYYY-MM-DD */
      day: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The day, YYYY-MM-DD */
      day: string;
      /** Lines that were closed now */
      lineCount: number;
      /** What became cash, fees taken off */
      settledMinor: string;
      /** Minor units as digits, below zero what left */
      feeMinor: string;
    };
  };
  /** Correct a payment to the amount of a settlement file */
  '/host/settlements/correct': {
    request: {
      /** Ours of the file */
      fileId: string;
      /** Where it stands in the file */
      lineNumber: number;
      /** Why, in the lender’s words */
      reason: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** Who reported the money */
      provider: string;
      /** Of the payment as it is recorded now */
      eventId: string;
      /** Null for a payment that no loan was found for */
      orderNumber: string | null;
      /** As in the file */
      amountMinor: number;
      /** As it was reported */
      bookedMinor: number;
    };
  };
  /** Decide a line of a settlement file */
  '/host/settlements/decide': {
    request: {
      /** Ours of the file */
      fileId: string;
      /** Where it stands in the file */
      lineNumber: number;
      /** approve or decline */
      decision: 'fee' | 'unmatched' | 'note';
      /** Why, in the lender’s words */
      reason: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The line as it stands now */
      line: {
        /** Where it stands in the file */
        lineNumber: number;
        /** What kind of entry it is */
        kind: 'payment' | 'taken-back' | 'fee' | 'payout' | 'other';
        /** Where it stands */
        state: 'matched' | 'different' | 'missing-here' | 'fee' | 'payout' | 'repeated';
        /** What its provider or bank calls it */
        identity: string;
        /** The reference of the money, as its system names it */
        reference: string;
        /** The day, YYYY-MM-DD */
        day: string;
        /** Before fees; below zero what left */
        amountMinor: number;
        /** What was kept of it */
        feeMinor: number;
        /** What was reported; null where nothing was */
        bookedMinor: number | null;
        /** Who reported the money */
        provider: string | null;
        /** Names the provider’s event: it posts once */
        eventId: string | null;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** What was decided, or `amount` where its payment was corrected */
        decision: ('fee' | 'unmatched' | 'note' | 'amount') | null;
        /** Why, in the lender’s words */
        reason: string | null;
        /** Who decided it; null for none */
        decidedBy: string | null;
        /** When it was closed, ISO 8601 in UTC; null when not */
        closedAt: string | null;
      };
    };
  };
  /** List settlement files */
  '/host/settlements/list': {
    request: {
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** Files that were read */
      files: {
        /** Ours of the file */
        fileId: string;
        /** Whose file it is, and its format */
        source: 'stripe' | 'razorpay' | 'conekta' | 'spei' | 'bank-csv' | 'bank-camt';
        /** What the file is called */
        name: string;
        /** SHA-256 of its text */
        digest: string;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** The first day of its lines */
        fromDay: string;
        /** The last day of its lines */
        throughDay: string;
        /** Lines of the file */
        lineCount: number;
        /** Lines that a person has to decide */
        openCount: number;
        /** Lines whose day is closed */
        closedCount: number;
        /** When it was first read */
        readAt: string;
        /** Who read it first */
        readBy: string;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** Read a settlement file */
  '/host/settlements/read': {
    request: {
      /** Whose file it is, and its format */
      source: 'stripe' | 'razorpay' | 'conekta' | 'spei' | 'bank-csv' | 'bank-camt';
      /** What the file is called */
      name: string;
      /** All of it, as UTF-8 */
      text: string;
      /** Who in the lender’s house acts, as the books name them */
      actor?: string;
    };
    data: {
      /** The file as kept */
      file: {
        /** Ours of the file */
        fileId: string;
        /** Whose file it is, and its format */
        source: 'stripe' | 'razorpay' | 'conekta' | 'spei' | 'bank-csv' | 'bank-camt';
        /** What the file is called */
        name: string;
        /** SHA-256 of its text */
        digest: string;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** The first day of its lines */
        fromDay: string;
        /** The last day of its lines */
        throughDay: string;
        /** Lines of the file */
        lineCount: number;
        /** Lines that a person has to decide */
        openCount: number;
        /** Lines whose day is closed */
        closedCount: number;
        /** When it was first read */
        readAt: string;
        /** Who read it first */
        readBy: string;
      };
      /** Whether it was read before: then its lines are compared again and nothing is added */
      isRepeated: boolean;
    };
  };
  /** Show a settlement file */
  '/host/settlements/show': {
    request: {
      /** Ours of the file */
      fileId: string;
      /** Which lines; absent: all of them */
      show?: 'open' | 'missing-here' | 'missing-there' | 'different' | 'fee' | 'matched' | 'repeated';
      /** Of these the one that stands there alone */
      lineNumber?: number;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The file */
      file: {
        /** Ours of the file */
        fileId: string;
        /** Whose file it is, and its format */
        source: 'stripe' | 'razorpay' | 'conekta' | 'spei' | 'bank-csv' | 'bank-camt';
        /** What the file is called */
        name: string;
        /** SHA-256 of its text */
        digest: string;
        /** ISO 4217 code of the amounts beside it */
        currency: 'MXN' | 'INR';
        /** The first day of its lines */
        fromDay: string;
        /** The last day of its lines */
        throughDay: string;
        /** Lines of the file */
        lineCount: number;
        /** Lines that a person has to decide */
        openCount: number;
        /** Lines whose day is closed */
        closedCount: number;
        /** When it was first read */
        readAt: string;
        /** Who read it first */
        readBy: string;
      };
      /** How many lines there are of each kind */
      counts: {
        /** Lines that a person has to decide */
        open: number;
        /** Lines without a payment here */
        'missing-here': number;
        /** Payments here without a line */
        'missing-there': number;
        /** Lines whose amount is not that of their payment */
        different: number;
        /** Lines that are a fee */
        fee: number;
        /** Lines that are matched */
        matched: number;
        /** Lines that stood in an earlier file */
        repeated: number;
      };
      /** How many days */
      days: {
        /** The day, YYYY-MM-DD */
        day: string;
        /** Payments that were reported */
        bookedCount: number;
        /** Minor units as digits, below zero what left */
        bookedMinor: string;
        /** Payments in the file */
        fileCount: number;
        /** Minor units as digits, below zero what left */
        fileMinor: string;
        /** Minor units as digits, below zero what left */
        feeMinor: string;
        /** Lines that are matched */
        matchedCount: number;
        /** Lines that a person has to decide */
        openCount: number;
        /** Booked less in the file: what is left on the clearing account */
        differenceMinor: string;
        /** Lines that are closed */
        closedCount: number;
        /** Lines that closing the day now closes */
        closableCount: number;
        /** The figures when the day was last closed; null for a day that was not, and before version 0.3 */
        closing: {
          /** Payments that were reported */
          bookedCount: number;
          /** Minor units as digits, below zero what left */
          bookedMinor: string;
          /** Payments in the file */
          fileCount: number;
          /** Minor units as digits, below zero what left */
          fileMinor: string;
          /** Minor units as digits, below zero what left */
          feeMinor: string;
          /** Lines that are matched */
          matchedCount: number;
          /** Lines that a person has to decide */
          openCount: number;
          /** Booked less in the file: what is left on the clearing account */
          differenceMinor: string;
          /** Lines that are closed */
          closedCount: number;
          /** Lines that closing the day now closes */
          closableCount: number;
          /** When it was closed, ISO 8601 in UTC; null when not */
          closedAt: string;
          /** Who closed it */
          closedBy: string;
        } | null;
      }[];
      /** Lines of the kind that is shown */
      lines: {
        /** Where it stands in the file */
        lineNumber: number;
        /** What kind of entry it is */
        kind: 'payment' | 'taken-back' | 'fee' | 'payout' | 'other';
        /** Where it stands */
        state: 'matched' | 'different' | 'missing-here' | 'fee' | 'payout' | 'repeated';
        /** What its provider or bank calls it */
        identity: string;
        /** The reference of the money, as its system names it */
        reference: string;
        /** The day, YYYY-MM-DD */
        day: string;
        /** Before fees; below zero what left */
        amountMinor: number;
        /** What was kept of it */
        feeMinor: number;
        /** What was reported; null where nothing was */
        bookedMinor: number | null;
        /** Who reported the money */
        provider: string | null;
        /** Names the provider’s event: it posts once */
        eventId: string | null;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** What was decided, or `amount` where its payment was corrected */
        decision: ('fee' | 'unmatched' | 'note' | 'amount') | null;
        /** Why, in the lender’s words */
        reason: string | null;
        /** Who decided it; null for none */
        decidedBy: string | null;
        /** When it was closed, ISO 8601 in UTC; null when not */
        closedAt: string | null;
      }[];
      /** Payments of the days of the file that are in no file; with `missing-there` alone */
      missingThere: {
        /** Who reported the money */
        provider: string;
        /** Names the provider’s event: it posts once */
        eventId: string;
        /** The number a borrower knows the loan by */
        orderNumber: string | null;
        /** The amount in minor units */
        amountMinor: number;
        /** When it was paid, ISO 8601 in UTC */
        paidAt: string;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
  /** List text messages */
  '/host/sms-messages/list': {
    request: {
      /** Only those from this instant on */
      since?: string;
      /** What the page before gave; the first page when absent */
      cursor?: string;
      /** 50 when absent */
      limit?: number;
    };
    data: {
      /** The messages */
      smsMessages: {
        /** The message */
        smsMessageId: string;
        /** What it is for */
        purpose: string;
        /** Null for a code of a registration */
        borrowerId: string | null;
        /** ISO 3166 code of the number's country; null where it is not counted */
        country: string | null;
        /** When it was sent, or will be where it waits */
        sentAt: string;
        /** What the gateway said; `reserved` until it has, `unknown` where it may be on its way */
        outcome: 'waiting' | 'reserved' | 'accepted' | 'not-sent' | 'unknown';
        /** The gateway that may have it; null before */
        gateway?: string | null;
        /** How far it came, as the gateway reports; null where it did not */
        deliveryState?: ('on-its-way' | 'delivered' | 'undelivered') | null;
        /** The gateway's word for why it was not delivered */
        deliveryFailure?: string | null;
        /** When the gateway last reported of it */
        reportedAt?: string | null;
      }[];
      /** Asks for the next page; null on the last */
      nextCursor: string | null;
    };
  };
}

export interface HostEvents {
  /** A borrower accepted an offer; the application waits for a decision */
  'application.submitted': {
    /** Which event it is */
    type: 'application.submitted';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** In minor units of `currency` */
      principalMinor: number;
      /** How many days the loan runs */
      termDays: number;
    };
  };
  /** What a borrower accepted is there as files, or they ask for it again: send it to them, as `/host/loans/files/read` gives it or by its link */
  'loan.files-made': {
    /** Which event it is */
    type: 'loan.files-made';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** The agreement first, then the paper where there is one */
      files: {
        /** What kind of entry it is */
        kind: 'agreement' | 'key-facts';
        /** Version of an agreement, number of a paper */
        number: string;
        /** es or en */
        language: 'es' | 'en';
        /** Of the bytes, in hexadecimal */
        sha256: string;
      }[];
      /** Page of the agreement, its paper, the terms and the privacy notice, which opens in a session of the borrower alone; absent in events made before it was told */
      link?: string;
    };
  };
  /** An application was approved; the loan waits to be paid out */
  'loan.approved': {
    /** Which event it is */
    type: 'loan.approved';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** In minor units of `currency` */
      principalMinor: number;
    };
  };
  /** An application was declined */
  'loan.declined': {
    /** Which event it is */
    type: 'loan.declined';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Why, in the lender’s words */
      reason: string | null;
      /** From when the borrower may apply again, YYYY-MM-DD; null when not said */
      reapplyOn: string | null;
    };
  };
  /** A loan was paid out; its due dates count from that day */
  'loan.disbursed': {
    /** Which event it is */
    type: 'loan.disbursed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** In minor units of `currency` */
      principalMinor: number;
      /** All instalments together, in minor units */
      totalMinor: number;
      /** A day of the loan's market */
      disbursedOn: string;
      /** The reference of the money, as its system names it */
      reference: string;
      /** Of the oldest payment of the plan that is owed; null for none */
      dueDate: string | null;
    };
  };
  /** A loan fell overdue */
  'loan.overdue': {
    /** Which event it is */
    type: 'loan.overdue';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** A day of the loan's market */
      dueDate: string;
      /** Days since the oldest unpaid due date */
      daysLate: number;
    };
  };
  /** An extension was paid for; instalments are due later */
  'loan.extended': {
    /** Which event it is */
    type: 'loan.extended';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** A day of the loan's market */
      fromDueDate: string;
      /** A day of the loan's market */
      newDueDate: string;
      /** How many days */
      days: number;
      /** In minor units of `currency` */
      feeMinor: number;
      /** Tax on the fee, in minor units */
      vatMinor: number;
    };
  };
  /** Everything that was owed on a loan is paid */
  'loan.settled': {
    /** Which event it is */
    type: 'loan.settled';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** ISO 8601 in UTC */
      settledAt: string;
    };
  };
  /** A loan ended before its dates: interest and fee of the days that were not used are not charged */
  'loan.settled-early': {
    /** Which event it is */
    type: 'loan.settled-early';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** The day that the days used count to */
      settledOn: string;
      /** In minor units of `currency` */
      interestMinor: number;
      /** In minor units of `currency` */
      feeMinor: number;
      /** In minor units of `currency` */
      vatMinor: number;
      /** Above 0 only where the loan was given back, in minor units */
      penaltyMinor: number;
      /** All of it together, in minor units */
      forgivenMinor: number;
    };
  };
  /** Money beyond what was asked for paid back principal: the payments to come are fewer or lower */
  'loan.prepaid': {
    /** Which event it is */
    type: 'loan.prepaid';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** The day that the days used count to */
      prepaidOn: string;
      /** What it paid back of payments to come, in minor units */
      principalMinor: number;
      /** In minor units of `currency` */
      interestMinor: number;
      /** In minor units of `currency` */
      feeMinor: number;
      /** In minor units of `currency` */
      vatMinor: number;
      /** What is not charged any more of all three, in minor units */
      savedMinor: number;
      /** What is still to be paid */
      payments: {
        /** A day of the loan's market */
        dueDate: string;
        /** In minor units of `currency` */
        amountMinor: number;
      }[];
    };
  };
  /** A loan was written off */
  'loan.written-off': {
    /** Which event it is */
    type: 'loan.written-off';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** In minor units of `currency` */
      amountMinor: number;
      /** Why, in the lender’s words */
      reason: string;
    };
  };
  /** A loan was sold: nothing is owed here any more */
  'loan.sold': {
    /** Which event it is */
    type: 'loan.sold';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** What it owed then, in minor units */
      amountMinor: number;
      /** What was received for it, in minor units */
      priceMinor: number;
      /** Why, in the lender’s words */
      reason: string;
    };
  };
  /** A loan was cancelled before it was paid out */
  'loan.cancelled': {
    /** Which event it is */
    type: 'loan.cancelled';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Why, in the lender’s words */
      reason: string;
    };
  };
  /** A late loan was given to somebody who asks its borrower to pay */
  'loan.handed-over': {
    /** Which event it is */
    type: 'loan.handed-over';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Full name of who asks the borrower to pay */
      collectorName: string;
      /** Whether the borrower has to be told the name before they are contacted */
      mustBeNamed: boolean;
    };
  };
  /** How a loan stands now: after every correction of it, when a refund is set aside, when a write-off is taken back, and when an overdue loan is current again */
  'loan.changed': {
    /** Which event it is */
    type: 'loan.changed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Where the loan stands after it */
      status:
        | 'under-review'
        | 'paying-out'
        | 'declined'
        | 'to-repay'
        | 'overdue'
        | 'settled'
        | 'cancelled'
        | 'written-off'
        | 'sold';
      /** What its plan has left after it, in minor units */
      balanceMinor: number;
      /** What is held beyond what is owed, in minor units */
      suspenseMinor: number;
      /** Of the oldest payment of the plan that is owed; null for none */
      dueDate: string | null;
    };
  };
  /** Money was booked on a loan */
  'payment.received': {
    /** Which event it is */
    type: 'payment.received';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Who reported the money */
      provider: string;
      /** The provider's own id of it */
      eventId: string;
      /** In minor units of `currency` */
      amountMinor: number;
      /** ISO 8601 in UTC */
      paidAt: string;
      /** Where the loan stands after it */
      status:
        | 'under-review'
        | 'paying-out'
        | 'declined'
        | 'to-repay'
        | 'overdue'
        | 'settled'
        | 'cancelled'
        | 'written-off'
        | 'sold';
      /** What its plan has left after it, in minor units */
      balanceMinor: number;
      /** What is held beyond what is owed, in minor units */
      suspenseMinor: number;
      /** Of the oldest payment of the plan that is owed; null for none */
      dueDate: string | null;
    };
  };
  /** A borrower says that they paid; the payment is looked for until `answerBy` */
  'payment.claimed': {
    /** Which event it is */
    type: 'payment.claimed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names what the borrower said */
      claimId: string;
      /** In minor units of `currency` */
      amountMinor: number;
      /** A day of the loan's market */
      paidOn: string;
      /** How it was paid */
      channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
      /** Letters and figures alone; empty for none */
      trackingKey: string;
      /** Whether a photo came with it: read it with `/host/payment-claims/read` */
      hasImage: boolean;
      /** When it becomes a complaint by itself */
      answerBy: string;
    };
  };
  /** A borrower does not agree with a charge; it is looked into until `answerBy` */
  'charge.disputed': {
    /** Which event it is */
    type: 'charge.disputed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names the dispute of a charge */
      disputeId: string;
      /** The payment of the plan that it was charged to */
      sequence: number;
      /** What was charged */
      kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
      /** What is charged of it, in minor units */
      amountMinor: number;
      /** Why, in the lender’s words */
      reason: 'not-agreed' | 'wrong-amount' | 'paid-on-time' | 'told-otherwise' | 'other';
      /** When it becomes a complaint by itself */
      answerBy: string;
    };
  };
  /** A borrower took back that they do not agree with a charge */
  'charge.dispute-withdrawn': {
    /** Which event it is */
    type: 'charge.dispute-withdrawn';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names the dispute of a charge */
      disputeId: string;
      /** The payment of the plan that it was charged to */
      sequence: number;
      /** What was charged */
      kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
      /** What is charged of it, in minor units */
      amountMinor: number;
    };
  };
  /** A disputed charge was answered: taken back in full or in part, or not */
  'charge.dispute-answered': {
    /** Which event it is */
    type: 'charge.dispute-answered';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names the dispute of a charge */
      disputeId: string;
      /** The payment of the plan that it was charged to */
      sequence: number;
      /** What was charged */
      kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
      /** What is charged of it, in minor units */
      amountMinor: number;
      /** approve or decline */
      decision: 'upheld' | 'upheld-in-part' | 'rejected';
      /** What was taken off the charge, in minor units */
      takenOffMinor: number;
      /** What was taken off the tax on it, in minor units */
      vatTakenOffMinor: number;
    };
  };
  /** A new plan was proposed to a borrower in difficulty, who can agree to it until `validThrough` */
  'plan.proposed': {
    /** Which event it is */
    type: 'plan.proposed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names the new plan */
      planId: string;
      /** Days from the agreement on in which nothing falls due */
      moratoriumDays: number;
      /** Over how many payments, how many days apart, what is owed is spread; null for none */
      spread: {
        /** How many events */
        count: number;
        /** How many days */
        days: number;
      } | null;
      /** Whether unpaid penalties and late fees are let off */
      waivesPenalties: boolean;
      /** What the plan has left that day, in minor units */
      owedMinor: number;
      /** What of it is let off, in minor units */
      waivedMinor: number;
      /** What is then to be paid, first to last */
      payments: {
        /** A day of the loan's market */
        dueDate: string;
        /** In minor units of `currency` */
        amountMinor: number;
      }[];
      /** A day of the loan's market */
      validThrough: string;
      /** Why, in the lender’s words */
      reason: string;
    };
  };
  /** A borrower agreed to a new plan; it is booked, and `loan.changed` tells how the loan stands */
  'plan.accepted': {
    /** Which event it is */
    type: 'plan.accepted';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names the new plan */
      planId: string;
      /** Days from the agreement on in which nothing falls due */
      moratoriumDays: number;
      /** Over how many payments, how many days apart, what is owed is spread; null for none */
      spread: {
        /** How many events */
        count: number;
        /** How many days */
        days: number;
      } | null;
      /** Whether unpaid penalties and late fees are let off */
      waivesPenalties: boolean;
      /** What the plan has left that day, in minor units */
      owedMinor: number;
      /** What of it is let off, in minor units */
      waivedMinor: number;
      /** What is then to be paid, first to last */
      payments: {
        /** A day of the loan's market */
        dueDate: string;
        /** In minor units of `currency` */
        amountMinor: number;
      }[];
      /** A day of the loan's market */
      agreedOn: string;
    };
  };
  /** A borrower does not want a new plan */
  'plan.declined': {
    /** Which event it is */
    type: 'plan.declined';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names the new plan */
      planId: string;
    };
  };
  /** A new plan was not answered in time */
  'plan.expired': {
    /** Which event it is */
    type: 'plan.expired';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names the new plan */
      planId: string;
    };
  };
  /** A new plan was undone: the proposal was taken back, or what was agreed is owed again as before */
  'plan.undone': {
    /** Which event it is */
    type: 'plan.undone';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Names the new plan */
      planId: string;
      /** Whether the borrower had agreed to it */
      wasAgreed: boolean;
      /** Why, in the lender’s words */
      reason: string;
    };
  };
  /** Money came that fits no loan; it is kept until it does */
  'payment.unmatched': {
    /** Which event it is */
    type: 'payment.unmatched';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** Who reported the money */
      provider: string;
      /** The provider's own id of it */
      eventId: string;
      /** In minor units of `currency` */
      amountMinor: number;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** The reference of the money, as its system names it */
      reference: string;
      /** ISO 8601 in UTC */
      paidAt: string;
    };
  };
  /** A payment was taken back: it bounced or was charged back */
  'payment.reversed': {
    /** Which event it is */
    type: 'payment.reversed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** Who reported the money */
      provider: string;
      /** The provider's own id of it */
      eventId: string;
      /** In minor units of `currency` */
      amountMinor: number;
      /** Why, in the lender’s words */
      reason: string;
    };
  };
  /** Money held beyond what was owed was paid back to the borrower */
  'payment.refunded': {
    /** Which event it is */
    type: 'payment.refunded';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** The refund */
      refundId: string;
      /** In minor units of `currency` */
      amountMinor: number;
    };
  };
  /** Money that was to be paid back did not reach the borrower, also after it was told of as sent */
  'payment.refund-failed': {
    /** Which event it is */
    type: 'payment.refund-failed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The product */
      productId: string;
      /** ISO 4217 code of the amounts beside it */
      currency: 'MXN' | 'INR';
      /** The refund */
      refundId: string;
      /** In minor units of `currency` */
      amountMinor: number;
      /** Whether `payment.refunded` told of it */
      wasSent: boolean;
    };
  };
  /** A borrower filed a complaint */
  'complaint.filed': {
    /** Which event it is */
    type: 'complaint.filed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The complaint, as this service names it */
      complaintId: string;
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The number a borrower knows the loan by */
      orderNumber: string | null;
      /** Its type */
      typeId: string;
      /** Its subtype; null for none */
      subtypeId: string | null;
    };
  };
  /** A borrower rated the answer to a complaint */
  'complaint.rated': {
    /** Which event it is */
    type: 'complaint.rated';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The complaint, as this service names it */
      complaintId: string;
      /** The complaint’s number, as the borrower knows it */
      folio: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** The number a borrower knows the loan by */
      orderNumber: string | null;
      /** Stars, 1 to 5; null when not rated */
      score: number;
    };
  };
  /** What told who a borrower is was erased, at once or when a request for it could be carried out */
  'borrower.erased': {
    /** Which event it is */
    type: 'borrower.erased';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** Names the erasure */
      erasureId: string;
    };
  };
  /** What is known of somebody who registered and never borrowed was erased */
  'registration.erased': {
    /** Which event it is */
    type: 'registration.erased';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The registration */
      registrationId: string;
      /** Names the erasure */
      erasureId: string;
    };
  };
  /** Somebody registered from a promotion page; the number is how the lender reaches them */
  'borrower.registered': {
    /** Which event it is */
    type: 'borrower.registered';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The registration */
      registrationId: string;
      /** E.164 */
      mobilePhone: string;
      /** The template of the promotion page */
      templateId: string;
      /** The merchant */
      merchantNumber: string;
      /** Who invited the visitor; empty for none */
      inviteCode: string;
      /** Where the link was, as it says */
      appFrom: string;
      /** Who brought the visitor, as the link says */
      userFrom: string;
      /** The campaign, as the link says */
      utmTag: string;
    };
  };
  /** A card of a borrower was saved */
  'card.saved': {
    /** Which event it is */
    type: 'card.saved';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The card */
      cardId: string;
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** Its bank, as the borrower reads it */
      bankName: string;
      /** Its number as the borrower may see it */
      maskedNumber: string;
    };
  };
  /** A borrower agreed to be reminded by a channel, or withdrew that */
  'reminder.consent-changed': {
    /** Which event it is */
    type: 'reminder.consent-changed';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The borrower, as this service names them */
      borrowerId: string;
      /** What the lender calls the person; null for none */
      lenderBorrowerId: string | null;
      /** By which the borrower may be reminded */
      channel: 'sms' | 'whatsapp' | 'call';
      /** Whether they agreed to it or withdrew that */
      isGranted: boolean;
      /** ISO 8601 in UTC */
      at: string;
    };
  };
  /** Something waits for a person of yours past its hours; told once of each */
  'matter.overdue': {
    /** Which event it is */
    type: 'matter.overdue';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** What it is, as the queue of the desk calls it */
      kind:
        'complaint' | 'message' | 'unmatched' | 'outflow' | 'refund' | 'payout' | 'approval' | 'application';
      /** Names it with its kind */
      matterId: string;
      /** What its page goes by: a folio, an order number, an id */
      name: string;
      /** The loan that it is of; null for none */
      orderNumber: string | null;
      /** When it came */
      cameAt: string;
      /** When it was to be answered */
      dueAt: string;
      /** Full name of who has it at the desk; null for nobody */
      holderName: string | null;
    };
  };
  /** A visitor sent a message from the contact page; read it with `/host/contact-messages/list` */
  'contact.received': {
    /** Which event it is */
    type: 'contact.received';
    /** Which version */
    version: 1;
    /** When it happened, in the time loans live in */
    timestamp: string;
    /** Grows from each event of a loan to the next; with gaps, since all events share it */
    sequence: string;
    /** What the event says */
    data: {
      /** The message */
      contactMessageId: string;
    };
  };
}
