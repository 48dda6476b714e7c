/** The tables, the bucket and their keys. */

import { OBJECT_ROOTS, PASSING_ROOTS, RETENTION_DAYS } from "@waldo/contracts";
import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { AttributeType, BillingMode, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import { Key } from "aws-cdk-lib/aws-kms";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { type Config, stands } from "./config.ts";

/**
 * No table has a stream, because no code reads one. The tables are on demand, because a person makes a few writes an
 * hour and many people wake at the same time.
 */
const TABLE = {
  partitionKey: { name: "pk", type: AttributeType.STRING },
  sortKey: { name: "sk", type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
} as const;

/**
 * The stores of people's data: the agent's table and files under one key, health under another. Everything here stays
 * when the stack is removed. When the first deployment fails, it is empty and is deleted. CloudFormation cannot delete
 * a protected table, so tables are protected only after the first deployment.
 */
export class Data extends Construct {
  readonly agentKey: Key;
  readonly healthKey: Key;
  readonly agentTable: Table;
  readonly healthTable: Table;
  /** The data key of each person. */
  readonly keyTable: Table;
  readonly archive: Bucket;

  constructor(scope: Construct, id: string, config: Pick<Config, "domain">) {
    super(scope, id);
    this.agentKey = this.key("AgentKey", "Waldo: agent state, memory and files");
    this.healthKey = this.key("HealthKey", "Waldo: health, raw and derived");
    this.agentTable = this.table("AgentTable", this.agentKey);
    this.healthTable = this.table("HealthTable", this.healthKey);
    this.keyTable = this.dataKeys();
    this.archive = this.bucket(config);
  }

  private key(id: string, description: string): Key {
    return new Key(this, id, {
      description,
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  private table(id: string, encryptionKey: Key): Table {
    return new Table(this, id, {
      ...{ ...TABLE, deletionProtection: stands(this) },
      timeToLiveAttribute: "ttl",
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: RETENTION_DAYS.backups,
      },
    });
  }

  /**
   * The data key of each person. Its backup is one day long: a bad write or release must not end everybody's data, and an
   * erasure is final when the backup has aged out. No row of it expires. It is encrypted with a key of DynamoDB's own:
   * without the other tables a data key opens nothing, and a customer key would be asked for twice in every wake.
   */
  private dataKeys(): Table {
    return new Table(this, "KeyTable", {
      ...{ ...TABLE, deletionProtection: stands(this) },
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: RETENTION_DAYS.keyBackups,
      },
    });
  }

  /**
   * The bucket is versioned: after a week the objects below `archive/` are the only copy of a person's past, and a write
   * or a deletion by mistake would be final. An erasure deletes versions by their ids (`deletePrefix`), so no object
   * stays behind a delete marker. Old versions end by themselves; pages and indexes are written anew each night, and
   * theirs can be built again from the rows, so those end sooner.
   */
  private bucket({ domain }: Pick<Config, "domain">): Bucket {
    const closed = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    };
    const accessLogs = new Bucket(this, "AccessLogs", {
      ...closed,
      // S3's log delivery cannot write under a customer key that has its own policy.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [
        { expiration: Duration.days(RETENTION_DAYS.accessLogs), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    Validations.of(accessLogs).acknowledge({
      id: "AwsSolutions-S1",
      reason: "This is the bucket the access logs go to; logging it would log the logging.",
    });
    return new Bucket(this, "Archive", {
      ...closed,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.agentKey,
      bucketKeyEnabled: true,
      serverAccessLogsBucket: accessLogs as IBucket,
      serverAccessLogsPrefix: "archive/",
      versioned: true,
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true },
        ...OBJECT_ROOTS.map((root) => ({
          prefix: `${root}/`,
          noncurrentVersionExpiration: Duration.days(
            root === "archive" ? RETENTION_DAYS.archiveVersions : RETENTION_DAYS.backups,
          ),
        })),
        ...PASSING_ROOTS.map((root) => ({
          prefix: `${root}/`,
          expiration: Duration.days(RETENTION_DAYS[root]),
          noncurrentVersionExpiration: Duration.days(RETENTION_DAYS[root]),
        })),
      ],
      // The page sends a file directly to this bucket, to a signed address. The policy of the page names this bucket,
      // and the name of CloudFront is known only after that policy.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: [domain === undefined ? "https://*.cloudfront.net" : `https://${domain.name}`],
          allowedHeaders: ["content-type", "x-amz-checksum-crc32"],
        },
      ],
    });
  }
}
