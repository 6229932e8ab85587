"""Chess games in PGN for Apache Spark: the data source `pgn`, and the job `pgnkit_convert`."""

from pyspark.sql import SparkSession

from pgnkit_spark.source import PgnDataSource

__all__ = ["PgnDataSource", "register"]


def register(spark: SparkSession) -> None:
    """Makes `spark.read.format("pgn")` known to a session, and lets it pass filters on to the program."""
    spark.dataSource.register(PgnDataSource)
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
