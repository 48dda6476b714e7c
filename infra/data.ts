/** The tables, the bucket and their keys. */

import { OBJECT_ROOTS } from "@waldo/contracts";
import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { AttributeType, BillingMode, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import { Key } from "aws-cdk-lib/aws-kms";
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

/** A week is long enough to notice a bad deployment. After it, erased rows are gone from the backups too. */
const RECOVERY_DAYS = 7;
/** How long an object of the archive that was overwritten or deleted can be brought back. */
const ARCHIVE_VERSION_DAYS = 35;
/** Access log lines name objects, and the names carry a person's id. */
const ACCESS_LOG_DAYS = 90;

/**
 * The stores of people's data: the agent's table and files under one key, health under another. Everything here stays
 * when the stack is removed.
 */
export class Data extends Construct {
  readonly agentKey: Key;
  readonly healthKey: Key;
  readonly agentTable: Table;
  readonly healthTable: Table;
  readonly archive: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.agentKey = this.key("AgentKey", "Waldo: agent state, memory and files");
    this.healthKey = this.key("HealthKey", "Waldo: health, raw and derived");
    this.agentTable = this.table("AgentTable", this.agentKey);
    this.healthTable = this.table("HealthTable", this.healthKey);
    this.archive = this.bucket();
  }

  private key(id: string, description: string): Key {
    return new Key(this, id, {
      description,
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /**
   * The table has no stream, because no code reads one. It is on demand, because a person makes a few writes an hour
   * and many people wake at the same time.
   */
  private table(id: string, encryptionKey: Key): Table {
    return new Table(this, id, {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: "ttl",
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: RECOVERY_DAYS },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /**
   * The bucket is versioned: after a week the objects below `archive/` are the only copy of a person's past, and a write
   * or a deletion by mistake would be final. An erasure deletes versions by their ids (`deletePrefix`), so no object
   * stays behind a delete marker. Old versions end by themselves; pages and indexes are written anew each night, and
   * theirs can be built again from the rows, so those end sooner.
   */
  private bucket(): Bucket {
    const closed = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
    };
    const accessLogs = new Bucket(this, "AccessLogs", {
      ...closed,
      // S3's log delivery cannot write under a customer key with a policy of its own.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [
        { expiration: Duration.days(ACCESS_LOG_DAYS), abortIncompleteMultipartUploadAfter: Duration.days(1) },
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
          noncurrentVersionExpiration: Duration.days(root === "archive" ? ARCHIVE_VERSION_DAYS : RECOVERY_DAYS),
        })),
      ],
    });
  }
}
